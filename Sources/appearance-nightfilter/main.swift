import Linux
import ScreenFilterService

StandardDescriptors.fill()
switch CommandLineOptions.parse(Array(CommandLine.arguments.dropFirst())) {
case .run(let options):
    let service = FilterService(options, environment: CurrentProcess.variable)
    CurrentProcess.exit(service.run().rawValue)
case .say(let text):
    StandardOutput.write(text)
case .complain(let text):
    StandardError.write("appearance-nightfilter: \(text)\n")
    CurrentProcess.exit(FilterExit.usage.rawValue)
}
