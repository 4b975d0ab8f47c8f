import Foundation

#if canImport(Testing)
    package import Testing

    extension Tag {
        /// A test that takes minutes.
        @Tag package static var nightly: Tag
        /// A test whose scale is larger at night.
        @Tag package static var scaledAtNight: Tag
    }

    extension Trait where Self == Tag.List {
        /// Marks a test that takes minutes: only `scripts/test nightly` runs it.
        package static var nightly: Self { .tags(.nightly) }

        /// Marks a test whose scale is larger at night (`Nightly.count`), when it may take an hour.
        ///
        /// It runs by day too, within the limit of its suite.
        package static var scaledAtNight: Self { .tags(.scaledAtNight) }
    }
#endif

/// The scale of a test in `scripts/test nightly`, which sets `NIGHTLY=1`: minutes instead of seconds.
package enum Nightly {
    package static let isOn = ProcessInfo.processInfo.environment["NIGHTLY"] != nil

    /// The count for a night, else for a day.
    package static func count(_ night: Int, byDay day: Int) -> Int { isOn ? night : day }
}
