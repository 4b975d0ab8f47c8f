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

    extension Trait where Self == Bounded {
        /// Marks a test whose scale is larger at night (`Nightly.count`), with its time limit there.
        ///
        /// It runs by day too, within the limit of its suite.
        package static func scaledAtNight(minutes: Int = 60) -> Self {
            .bounded(minutes: Nightly.isOn ? minutes : 0)
        }
    }
#endif

/// The scale of a test in `scripts/test nightly`, which sets `NIGHTLY=1`: minutes instead of seconds.
package enum Nightly {
    package static let isOn = ProcessInfo.processInfo.environment["NIGHTLY"] != nil

    /// The count for a night, else for a day.
    package static func count(_ night: Int, byDay day: Int) -> Int { isOn ? night : day }
}
