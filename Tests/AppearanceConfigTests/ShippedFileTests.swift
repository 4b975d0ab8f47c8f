import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// `config/appearanced.toml` equals the schema: every key, its default, meaning and range.
@Suite(.bounded) struct ShippedFileTests {
    private let text: String
    private let lines: [ShippedLine]

    /// The file, read once for all keys.
    private static let file = Result {
        let text = try Repository.text(of: "config/appearanced.toml")
        return (text, ShippedLine.all(in: text))
    }

    init() throws { (text, lines) = try Self.file.get() }

    private static func isExample(_ path: String) -> Bool {
        path.hasPrefix("schedule.saturday.") || path.hasPrefix("portal.night.")
    }

    @Test func `the shipped file equals the built-in configuration`() throws {
        #expect(try read(text) == Configuration())
    }

    @Test func `the shipped file names every key in order and no other`() {
        let paths = lines.filter { !Self.isExample($0.path) }.map(\.path)
        #expect(paths == ConfigurationSchema.keys.map(\.path))
    }

    @Test func `only keys without default and the example are commented out`() {
        #expect(
            lines.filter(\.isCommentedOut).map(\.path) == [
                "schedule.saturday.light", "schedule.saturday.night", "location.latitude",
                "location.longitude", "portal.accent_color", "portal.contrast",
                "portal.reduced_motion", "portal.night.accent_color",
            ])
    }

    @Test(arguments: ConfigurationSchema.keys)
    func `each line has the default and the comment of its key`(_ key: ConfigurationKey) throws {
        let line = try #require(lines.first { $0.path == key.path })
        #expect(line.comment.contains(key.meaning.dropLast()))
        for clause in key.range.split(separator: "; ") {
            #expect((line.comment + line.tableComment).contains(clause))
        }
        #expect(line.isCommentedOut == (key.defaultText == nil))
        guard let defaultText = key.defaultText else { return }
        let configuration = try read("\(key.path) = \(line.value)")
        #expect(key.text(in: configuration) == defaultText)
    }

    @Test func `the examples are valid without their comment signs`() throws {
        let examples = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.wholeMatch(of: /# (\[[a-z.]+\]|[a-z_]+ = .*)/)?.output.1 ?? $0
        }
        let configuration = try read(examples.joined(separator: "\n"))
        #expect(
            configuration.location.coordinates
                == Coordinates(latitudeDegrees: 52.52, longitudeDegrees: 13.40))
        #expect(configuration.schedule[.saturday].light == .solar(.sunrise, offset: .hours(1)))
        #expect(configuration.schedule[.saturday].dark == DaySchedule().dark)
        #expect(configuration.portal[.light].accentColor == AccentColor("#3584e4"))
        #expect(configuration.portal[.night].accentColor == AccentColor("#cc0000"))
        #expect(configuration.portal[.night].contrast == .normal)
    }
}
