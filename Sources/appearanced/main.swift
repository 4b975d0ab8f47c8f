import AppearanceDaemon
import Linux

// The daemon's few options are read without a library.

StandardDescriptors.fill()
switch CommandLineOptions.parse(CommandLine.arguments.dropFirst()) {
case .run(let options):
    let environment = ServiceEnvironment(CurrentProcess.variable)
    CurrentProcess.exit(Assembly(options, in: environment).run().rawValue)
case .print(let text):
    if let error = StandardStream.output.write(text) {
        StandardStream.error.write("appearanced: standard output: \(error)\n")
        CurrentProcess.exit(ExitReason.refused.rawValue)
    }
case .fail(let text):
    StandardStream.error.write("appearanced: \(text)\n")
    CurrentProcess.exit(ExitReason.usage.rawValue)
}
