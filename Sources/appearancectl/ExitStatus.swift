internal import Glibc

/// What the program's end tells a script.
enum ExitStatus: Int32 {
    case done = 0
    /// The daemon was asked and did not do it, or could not be asked.
    case refused = 1
    case usage = 2
    case notRunning = 3

    /// Ends the program.
    func exit() -> Never { Glibc.exit(rawValue) }
}
