import Linux
import ScreenFilterService

StandardDescriptors.fill()
switch CommandLineOptions.parse(Array(CommandLine.arguments.dropFirst())) {
case .run(let options):
    let service = FilterService(options, environment: CurrentProcess.variable)
    CurrentProcess.exit(service.run().rawValue)
case .print(let text):
    StandardStream.output.write(text)
case .fail(let text):
    StandardStream.error.write("appearance-nightfilter: \(text)\n")
    CurrentProcess.exit(ExitReason.usage.rawValue)
}
