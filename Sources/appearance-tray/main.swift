import AppearanceTray
import Linux

StandardDescriptors.fill()
let help = """
    Usage: appearance-tray

    Shows an icon in the panel (StatusNotifierItem): the appearance, why it is so, and a menu to
    choose another one. It follows appearanced until it is stopped:

        systemctl --user enable --now appearance-tray

    GNOME Shell shows such icons only with an extension. Without a panel it waits for one.

    Options:
      --version   print the version
      -h, --help  print this help

    Exit codes: \(ExitReason.done) done, \(ExitReason.usage) usage, \(ExitReason.noServer) no session bus, \(ExitReason.failed) a system call failed, \(ExitReason.noRuntimeDirectory) no runtime
    directory, \(ExitReason.alreadyRunning) the icon is shown already.

    """
var arguments = ProgramArguments(
    CommandLine.arguments.dropFirst(), of: "appearance-tray", version: trayVersion, help: help)
do throws(ProgramArguments.EarlyExit) {
    if try arguments.next() != nil { throw arguments.unknownOption }
    CurrentProcess.exit(TrayService(environment: CurrentProcess.variable).run().rawValue)
} catch {
    arguments.exit(error)
}
