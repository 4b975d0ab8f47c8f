import AppearanceTestSupport
import Linux
import Testing

/// The user's language; the programs that show it are tested in it, each in a process of its own.
@Suite(.bounded) struct UserLanguageTests {
    /// The formats of times of de_DE, en_US, fi_FI, the locale C, ko_KR, and of none.
    @Test(arguments: [
        ("%T", "", "%H:%M"), ("%r", "%I:%M:%S %p", "%-I:%M %p"), ("%H.%M.%S", "", "%H.%M"),
        ("%H:%M:%S", "%I:%M:%S %p", "%H:%M"), ("%H시 %M분 %S초", "%p %I시 %M분 %S초", "%H:%M"),
        ("", "", "%H:%M"), ("%", "", "%H:%M"), ("%p %I:%M:%S", "", "%p %-I:%M"),
    ])
    func `a clock has no seconds`(_ format: String, _ of12Hours: String, _ expected: String) {
        #expect(UserLanguage.clockFormat(format, of12Hours: of12Hours) == expected)
    }

    @Test func `a text without a translation is itself`() {
        let language = UserLanguage { _ in nil }
        #expect(language.text("Nobody translates this.") == "Nobody translates this.")
        #expect(language.text("%s thing", "%s things", count: 1) == "%s thing")
        #expect(language.text("%s thing", "%s things", count: 0) == "%s things")
        // The empty text would be the header of a catalog.
        #expect(language.text("") == "")
    }
}
