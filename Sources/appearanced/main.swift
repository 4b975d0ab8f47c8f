import AppearanceDaemon
import AppearanceModel
import Linux

StandardDescriptors.fill()
var arguments = ProgramArguments(
    CommandLine.arguments.dropFirst(), of: "appearanced", version: projectVersion,
    help: ServiceOptions.help)
do throws(ProgramArguments.EarlyExit) {
    let options = try ServiceOptions(&arguments)
    let environment = ServiceEnvironment(CurrentProcess.variable)
    CurrentProcess.exit(Assembly(options, in: environment).run().rawValue)
} catch {
    arguments.exit(error)
}
