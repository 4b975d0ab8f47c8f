import AppearanceTestSupport
import Foundation

extension TestHome {
    /// Returns the content of the state file; throws if it is invalid.
    func savedState() throws -> JSON {
        try JSON(parsing: String(contentsOfFile: stateFile, encoding: .utf8))
    }

    /// Waits until the state file holds a mode, whatever it held before.
    func waitForSaved(mode: String) throws {
        try FileWatch.wait(for: stateFile) {
            (try? JSON(parsing: $0))?["mode"] == .string(mode)
        }
    }
}
