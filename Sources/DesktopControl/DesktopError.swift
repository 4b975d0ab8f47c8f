internal import AppearanceDesktop
internal import AppearanceModel
internal import Linux

/// The reason, for a person, why a setting of the desktop cannot be read or set, or why a display
/// server cannot be used.
package struct DesktopError: Error, CustomStringConvertible {
    package let description: String
    /// The error output of the program that has failed; otherwise empty.
    package let errorOutput: String
    /// Whether a program has succeeded without the value.
    package let isWithoutValue: Bool

    /// Whether another attempt may succeed without a change of the user's.
    package let isTemporary: Bool

    package init(_ description: String, isTemporary: Bool = false) {
        self.description = description
        self.isTemporary = isTemporary
        errorOutput = ""
        isWithoutValue = false
    }

    /// The error of a setting whose original value cannot be saved.
    package static func unsaved(_ reason: some CustomStringConvertible) -> DesktopError {
        DesktopError("its original value cannot be saved, so it is left unchanged: \(reason)")
    }

    /// The error of settings whose original values are unknown, because the restore journal cannot be read.
    package static func unread(_ reason: some CustomStringConvertible) -> DesktopError {
        DesktopError(
            "the restore journal cannot be read, so nothing is changed: \(reason)",
            isTemporary: true)
    }

    /// Creates the error of a command that has failed, or has not printed what it should.
    init(_ command: DesktopCommand, _ outcome: ChildOutcome) {
        isWithoutValue = outcome.isSuccess
        isTemporary = false
        errorOutput =
            outcome.isSuccess ? "" : String(decoding: outcome.errorOutput, as: UTF8.self)
        // A missing schema is a missing package.
        let isMissing = errorOutput.holds("No such schema")
        description =
            outcome.failureDescription(of: command.shellText)
            + (isMissing ? "; install it: \(command.installation)" : "")
    }
}

/// The output of a command that has succeeded.
package struct CommandOutput: Equatable, Sendable {
    let command: DesktopCommand
    let outcome: ChildOutcome

    /// Its standard output.
    var text: String { String(decoding: outcome.output, as: UTF8.self) }

    /// The sentence for the log if the setting is as before, with the first line that it printed.
    package var ineffective: String {
        "`\(command.shellText)` had no effect"
            + (outcome.firstWords.map { ": \($0)" }
                ?? "; check that the program it talks to is running")
    }
}
