import AppearanceTestSupport
import Testing

/// The real window in an invented language, which has every text in ‹ and ›.
@Suite(.bounded, .requires(.bus, .windowUser, .translations)) struct DesktopTranslationTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
        try WindowUser.prepare(home)
    }

    /// Words of GTK and libadwaita, which have their own translations, and the names of their widgets.
    private static func isForeign(_ name: String) -> Bool {
        let words = /Close|Minimize|Maximize|Restore|Apply|Increase|Decrease|(?:Gtk|Adw)\w+/
        return name.wholeMatch(of: words) != nil
    }

    /// The texts that are in English; numbers, times and marks have no letters.
    ///
    /// Not translated are the daemon's own sentences and the lines of files, which only these rows show.
    private func untranslated(_ user: WindowUser) throws -> [String] {
        let english: Set = [
            "‹Details›", "‹What Will Be Changed›", "‹Not from Here›", "‹Problems›", "‹Themes›",
            "‹Programs in the Terminal›",
        ]
        return try user.texts()
            .filter { english.isDisjoint(with: $0.parents) && $0.role != "application" }
            .map(\.name)
            .filter { name in
                Translations.untranslated(name).contains(where: \.isLetter)
                    && !Self.isForeign(name)
            }
    }

    private func window(of daemon: RunningDaemon) throws -> WindowUser {
        let language = try Translations.pseudoEnvironment(in: home)
        return try WindowUser(in: home, environment: daemon.environment.merging(language) { $1 })
    }

    @Test func `every text of the pages comes through the translation`() throws {
        try home.write(configuration: "[desktop]\nfollow = \"auto\"\n")
        let daemon = try RunningDaemon(room: 12.5, home: home)
        let user = try window(of: daemon)
        // A number as Germany has it: the locale is that of the test.
        try user.wait(until: "‹The room has ‹12,5 lux›")
        try user.press("‹Dark›")
        try user.wait(until: "‹You chose it; automatic again at")
        for (page, text) in [
            ("‹When›", "‹Light now›"), ("‹Night›", "‹Begins›"), ("‹What Follows›", "‹Check Again›"),
            ("‹History›", "‹Delete›"),
        ] {
            try user.open(page: page)
            try user.wait(until: text)
        }
        #expect(try user.texts().count > 100)
        #expect(try untranslated(user) == [])
    }

    @Test func `every text of the page Welcome comes through the translation`() throws {
        let daemon = try RunningDaemon(home: home)
        let user = try window(of: daemon)
        try user.wait(until: "‹Light by day, dark in the evening, by itself›")
        try user.wait(until: "‹Not Now›")
        #expect(try untranslated(user) == [])
    }
}
