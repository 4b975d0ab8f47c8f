import Linux
import ScreenFilterService

StandardDescriptors.fill()
var arguments = ProgramArguments(
    CommandLine.arguments.dropFirst(), of: "appearance-nightfilter", version: filterVersion,
    help: FilterOptions.help)
do throws(ProgramArguments.EarlyExit) {
    let options = try FilterOptions(&arguments)
    let service = FilterService(options, environment: CurrentProcess.variable)
    CurrentProcess.exit(service.run().rawValue)
} catch {
    arguments.exit(error)
}
