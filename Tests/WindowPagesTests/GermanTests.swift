import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing
import WindowPages

/// The German texts as a person reads them, with their values in place.
@Suite(.bounded) struct GermanTests {
    private static let texts = Result { try Catalog(Repository.text(of: "po/de.po")) }
    private let format: PageFormatter
    private let noon = SentenceTests.noon

    init() throws {
        let texts = try Self.texts.get()
        format = PageFormatter(
            zone: SentenceTests.zone, now: SentenceTests.noon, decimalPoint: ",",
            date: { "\($2).\($1).\($0)" }, tr: texts.text)
    }

    /// In the order of `SentenceTests.sentences`.
    private static let german = [
        "Im Raum sind es 412 Lux. Unter 40 Lux wird es dunkel.",
        "Im Raum sind es 41 Lux. Über 80 Lux wird es hell.",
        "Im Raum sind es 41 Lux. Über 80 Lux wird es hell, unter 3 Lux wird es Nacht.",
        "Im Raum sind es 412 Lux.",
        "Im Raum sind es 1,5 Lux. Über 8 Lux wird es wieder dunkel statt Nacht.",
        "Im Raum sind es 12 % des Sensorbereichs. Über 16 % wird es hell.",
        "phone meldet 41 Lux; das gilt bis 15:00.",
        "camera hat 41 Lux gemeldet (11:40); das gilt bis 15:00.",
        "Das Licht hat sich geändert: hell ab 15:00, wenn es so bleibt.",
        "Spätestens um 15:00 wird es dunkel."
            + " Bis dahin wird gewartet, solange mpv den Bildschirm füllt.",
        "Spätestens um 15:00 wird es dunkel. Bis dahin wird gewartet, solange ein Spiel läuft.",
        "Nach Sonne und Uhr seit 07:00; dunkel ab morgen, 08:00.",
        "Nach Sonne und Uhr seit 07:00.",
        "Nach Sonne und Uhr; dunkel ab morgen, 08:00.", "Nach Sonne und Uhr.",
        "Von Hand gewählt; ab 15:00 wieder automatisch.",
        "Von Hand gewählt; es bleibt dabei, bis etwas anderes gewählt wird.",
        "Angehalten bis 15:00.", "Angehalten, bis die Pause ausgeschaltet wird.",
        "mpv hält es fest: a film.", "Ein Programm hält es fest.",
        "Der Lichtsensor wird noch geprüft; so lange bleibt alles, wie es war.",
        "Der Lichtsensor wird noch geprüft; so lange entscheiden Sonne und Uhr.",
        "Der Lichtsensor meldet nichts; sein letzter Wert gilt weiter.",
        "Der Lichtsensor arbeitet nicht richtig; Sonne und Uhr entscheiden.",
        "Das Licht im Raum entscheidet.",
    ]

    @Test func `every state has its German sentence`() {
        let sentences = SentenceTests.sentences.map { $0.0.sentence(at: noon).text(format) }
        #expect(sentences == Self.german)
        #expect(StateSentence.notRunning.text(format) == "Der Dienst läuft nicht.")
    }

    @Test(arguments: [
        (0, "12:00"), (20, "morgen, 08:00"), (-20, "gestern, 16:00"), (72, "Montag, 12:00"),
        (24 * 8, "5.12.2026, 12:00"),
    ])
    func `a time fits into a German sentence`(_ hours: Int64, _ expected: String) {
        #expect(format.time(noon + .hours(hours)) == expected)
    }

    @Test func `the day and the ends of a choice are German`() {
        var state = SentenceTests.state(SentenceTests.status())
        let bar = state.schedule.map { DayBar($0, at: noon).text(format) }
        #expect(bar == "Dunkel 06:30 · Hell 07:00 · Dunkel 19:00 · Nacht 22:30")
        state.rationale = NowPageTests.rationale(untilNext: noon + .hours(7))
        let ends = OverrideEnd.choices(state, at: noon)
        #expect(
            ends.map { $0.text(state, at: noon, format) } == [
                "Bis zum nächsten Wechsel, 19:00", "Eine Stunde lang",
                "Bis Sonnenaufgang, morgen, 07:00", "Bis Sonnenuntergang, 19:00",
                "Bis ich etwas anderes wähle",
            ])
    }

    @Test func `an invalid configuration is reported in German, with the daemon's own words`() {
        let banner = NowPage.Banner.invalidConfiguration("config.toml:3: no value")
        #expect(
            banner.text(format)
                == "Die Konfiguration enthält einen Fehler; bis er behoben ist, gelten andere Einstellungen: config.toml:3: no value"
        )
    }
}

/// The texts of a file of gettext without plural forms.
private struct Catalog {
    private var texts: [String: String] = [:]

    init(_ file: String) {
        var (key, isKey, id) = ("", true, "")
        var value = ""
        for line in (file + "\nmsgid \"\"").split(separator: "\n") where line.first != "#" {
            if line.hasPrefix("msgid ") {
                texts[id] = value
                (id, value, isKey) = ("", "", true)
            } else if line.hasPrefix("msgstr ") {
                isKey = false
            }
            key = String(line.drop { $0 != "\"" }.dropFirst().dropLast())
                .replacing("\\\"", with: "\"")
            if isKey { id += key } else { value += key }
        }
    }

    func text(_ english: String) -> String { texts[english] ?? english }
}
