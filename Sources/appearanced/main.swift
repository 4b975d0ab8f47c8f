import AppearanceDaemon
import Linux

// getopt_long in Swift's clothes: the daemon's few options need no library of their own.

StandardDescriptors.fill()
switch CommandLineOptions.parse(Array(CommandLine.arguments.dropFirst())) {
case .run(let options):
    let environment = ServiceEnvironment(CurrentProcess.variable)
    CurrentProcess.exit(Assembly(options, in: environment).run().rawValue)
case .say(let text):
    StandardOutput.write(text)
case .complain(let text):
    StandardError.write("appearanced: \(text)\n")
    CurrentProcess.exit(ExitReason.usage.rawValue)
}
