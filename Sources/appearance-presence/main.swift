internal import AppearanceModel
internal import DaemonClient
internal import Linux

StandardDescriptors.fill()
let help = """
    Usage: appearance-presence

    Reports to appearanced, at the display of the session, a window in use that fills the screen,
    and input, if its configuration asks for them (switch.hold and switch.when): a change by light
    or schedule waits then. It is started with the daemon and the session.

    Options:
      --version   print the version
      -h, --help  print this help

    Exit codes: \(ExitReason.done) no display, or none that shows what is asked for, \(ExitReason.usage) usage, \(ExitReason.failed) a system call
    failed, \(ExitReason.noRuntimeDirectory) no runtime directory.

    """
var arguments = ProgramArguments(
    CommandLine.arguments.dropFirst(), of: "appearance-presence", version: projectVersion,
    help: help)
do throws(ProgramArguments.EarlyExit) {
    if try arguments.next() != nil { throw arguments.unknownOption }
} catch {
    arguments.exit(error)
}
let log = Log(of: "appearance-presence")
CurrentProcess.ignore(.brokenPipe)
guard let server = DisplayServer(CurrentProcess.variable) else {
    log.notice("there is no display, so no change waits for its windows or its input")
    CurrentProcess.exit(ExitReason.done.rawValue)
}
do throws(DaemonError) {
    let socket = try DaemonSocket.ofThisSession()
    do throws(IOError) {
        var runtime = try PresenceRuntime(socket, server, CurrentProcess.variable, log: log)
        CurrentProcess.exit(runtime.run().rawValue)
    } catch {
        log.error("\(error)")
        CurrentProcess.exit(ExitReason.failed.rawValue)
    }
} catch {
    log.error("\(error)")
    CurrentProcess.exit(ExitReason.noRuntimeDirectory.rawValue)
}
