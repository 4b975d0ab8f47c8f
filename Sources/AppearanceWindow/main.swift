import AppearanceModel
import Linux

let help = """
    Usage: appearance-window

    Shows the appearance of the desktop and its reason in a window, and lets you choose.
    It is the window of appearanced, which runs also while it is closed.

    Options:
      --version   print the version
      -h, --help  print this help

    Exit codes: 0 closed, 1 no display, 64 usage.

    """

StandardDescriptors.fill()
var arguments = ProgramArguments(
    CommandLine.arguments.dropFirst(), of: "appearance-window", version: projectVersion, help: help)
do throws(ProgramArguments.EarlyExit) {
    var isService = false
    while let option = try arguments.next() {
        guard option == "--gapplication-service" else { throw arguments.unknownOption }
        isService = true
    }
    guard let application = WindowApplication(isService: isService) else { CurrentProcess.exit(1) }
    CurrentProcess.exit(application.run())
} catch {
    arguments.exit(error)
}
