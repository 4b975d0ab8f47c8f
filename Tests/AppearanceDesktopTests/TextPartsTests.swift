import AppearanceModel
import AppearanceTestSupport
import Testing

/// The search for a part of a text, by which left-overs in the folders of hooks are recognized.
@Suite(.bounded) struct TextPartsTests {
    @Test(arguments: [
        ("als (lid)", "lid", true), ("lid", "lid", true), ("als", "lid", false),
        ("li", "lid", false),
        ("llid", "lid", true), ("a.sync-conflict-2026", ".sync-conflict-", true),
        ("", "lid", false),
        ("größer", "ß", true), ("grösser", "ß", false),
    ])
    func `a part is found at any place`(text: String, part: String, isFound: Bool) {
        #expect(text.hasPart(part) == isFound)
    }
}
