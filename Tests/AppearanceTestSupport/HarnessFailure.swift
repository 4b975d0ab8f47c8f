/// An expected event of a test did not happen, with all details.
package struct HarnessFailure: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }

    /// A failed system call, by its name and `errno`.
    static func systemCall(_ name: String, _ code: Int32) -> HarnessFailure {
        HarnessFailure("\(name): \(errorText(code))")
    }
}
