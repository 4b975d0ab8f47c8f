import AppearanceTestSupport
import Testing

/// The icon in a panel in the languages of its users.
@Suite(.bounded, .requires(.bus, .busClient, .translations)) struct TrayLanguageTests {
    private let home: TestHome
    private let daemon: RunningDaemon
    private let panel: FakePanel

    init() throws {
        home = try TestHome()
        try home.write(configuration: TestHome.dayByClock)
        daemon = try RunningDaemon(home: home)
        panel = try FakePanel(on: daemon.bus)
    }

    /// Starts the icon, chooses an appearance, and returns the labels of the menu.
    private func labels(in language: [String: String], choosing dark: String) throws -> [String] {
        let tray = try ChildProcess(
            BuiltProducts.tray, [], environment: daemon.environment.merging(language) { $1 })
        try panel.waitForIcon()
        try panel.click(dark)
        try panel.waitUntil { try $0.item()["tooltip"].string == dark }
        let labels = try panel.menu().compactMap { $0["label"].string }
        #expect(try tray.terminate() == .exited(0))
        return labels
    }

    private let end = TestHome.clock(hoursFromNow: 4)
    private let isTomorrow = TestHome.isTomorrow(hoursFromNow: 4)

    @Test func `the menu is German, with the times of Germany`() throws {
        let labels = try labels(
            in: Translations.environment(in: home, language: "de"), choosing: "Dunkel")
        let end = (isTomorrow ? "morgen, " : "") + end
        #expect(
            labels == [
                "Von Hand gewählt; ab \(end) wieder automatisch.", "Automatisch", "Hell", "Dunkel",
                "Nacht", "Bis \(end)", "Bis ich etwas anderes wähle", "Wechsel anhalten",
            ])
    }

    @Test func `a country with 12 hours has them in English sentences`() throws {
        let labels = try labels(
            in: Translations.environment(in: home, language: "en", locale: "en_US"),
            choosing: "Dark")
        let (hour, minute) = (Int(end.prefix(2)) ?? 0, end.suffix(2))
        let clock =
            "\(hour % 12 == 0 ? 12 : hour % 12):\(minute) \(hour < 12 ? "AM" : "PM")"
            + (isTomorrow ? " tomorrow" : "")
        #expect(labels.first == "You chose it; automatic again at \(clock).")
        #expect(labels.contains("Until \(clock)"))
    }

    /// Punctuation, numbers and times have no translation.
    @Test func `every word of the menu comes through the translation`() throws {
        let language = try Translations.pseudoEnvironment(in: home)
        let labels = try labels(in: language, choosing: "‹Dark›")
        #expect(labels.count == 8)
        let words = labels.filter { Translations.untranslated($0).contains(where: \.isLetter) }
        #expect(words == [])
    }
}
