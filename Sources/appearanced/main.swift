import AppearanceDaemon
import Linux

// The daemon's few options are read without a library.

StandardDescriptors.fill()
switch CommandLineOptions.parse(CommandLine.arguments.dropFirst()) {
case .run(let options):
    let environment = ServiceEnvironment(CurrentProcess.variable)
    CurrentProcess.exit(Assembly(options, in: environment).run().rawValue)
case .print(let text):
    CurrentProcess.exit(StandardStream.print(text, by: "appearanced").rawValue)
case .fail(let text):
    StandardStream.error.line("appearanced: \(text)")
    CurrentProcess.exit(ExitReason.usage.rawValue)
}
