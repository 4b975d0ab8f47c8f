import Foundation

#if canImport(Testing)
    package import Testing

    extension Tag {
        /// A test that takes minutes.
        @Tag package static var nightly: Tag
    }

    extension Trait where Self == Tag.List {
        /// Marks a test that takes minutes: only `scripts/test nightly` runs it.
        package static var nightly: Self { .tags(.nightly) }
    }
#endif

/// Whether tests run at the scale of a night (`NIGHTLY=1`): minutes for what takes seconds by day.
package enum Nightly {
    package static let isOn = ProcessInfo.processInfo.environment["NIGHTLY"] != nil

    /// The count for a night, else for a day.
    package static func count(_ night: Int, byDay day: Int) -> Int { isOn ? night : day }
}
