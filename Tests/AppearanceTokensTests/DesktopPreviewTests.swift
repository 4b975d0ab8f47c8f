import AppearanceKit
import AppearanceTestSupport
import Testing

/// The page of `appearance-tokens preview` in a real Chromium.
@Suite(.bounded, .serialized, .requires(.xvfb, .chromium))
struct DesktopPreviewTests {
    private let chromium: Chromium

    init() throws {
        let home = try TestHome()
        let page = home.path + "/preview.html"
        let made = try TokensProgram.run(["preview", "--html", page])
        try #require(made.status == 0, "\(made.errorOutput)")
        chromium = try Chromium(in: home, environment: home.environment)
        try chromium.open("file://" + page)
    }

    /// Returns a colour as a browser has it; `nil` is transparent.
    private static func css(_ color: Color?) -> String {
        guard let color else { return "rgba(0, 0, 0, 0)" }
        let parts = [color.red, color.green, color.blue].map { String(Int(($0 * 255).rounded())) }
        return "rgb(\(parts.joined(separator: ", ")))"
    }

    private func style(_ selector: String, _ property: String) throws -> String? {
        try chromium.evaluate(
            "getComputedStyle(document.querySelector('\(selector)')).\(property)"
        ).string
    }

    @Test func `every panel has the colours of its own background`() throws {
        for appearance in Appearance.allCases {
            for contrast in Contrast.allCases {
                let traits = Traits(appearance: appearance, contrast: contrast)
                let tokens = DesignTokens.standard
                let id = "#\(appearance.rawValue)-\(contrast == .high ? "more" : "standard")"
                let primary = tokens.button(.primary, in: traits)
                let expected: [(String, String, Color?)] = [
                    ("", "backgroundColor", tokens.color(.backgroundPrimary, in: traits)),
                    ("", "color", tokens.color(.textPrimary, in: traits)),
                    (" .card", "backgroundColor", tokens.color(.surfaceCard, in: traits)),
                    (" .button-primary", "backgroundColor", primary.fill),
                    (" .button-primary", "color", primary.label),
                    (" .button-primary", "borderTopColor", primary.border?.color),
                    (" .button-secondary", "color", tokens.color(.accent, in: traits)),
                    (
                        " .button-destructive", "backgroundColor",
                        tokens.button(.destructive, in: traits).fill
                    ),
                    (" .success", "color", tokens.color(.textSuccess, in: traits)),
                ]
                for (part, property, color) in expected {
                    #expect(try style(id + part, property) == Self.css(color), "\(id)\(part)")
                }
                let border = tokens.card(in: traits).border.map { "\(Int($0.width))px" } ?? "0px"
                #expect(try style(id + " .card", "borderTopWidth") == border, "\(id)")
                #expect(
                    try (style(id + " .card", "boxShadow") == "none") == (appearance != .light))
            }
        }
    }

    /// Every colour of every element of the panels for night; system controls are covered with red.
    @Test func `no element has green or blue at night`() throws {
        let found = try chromium.evaluate(
            """
            [...document.querySelectorAll('[data-appearance=night], [data-appearance=night] :not(input)')]
              .flatMap(one => ['color', 'backgroundColor', 'borderTopColor', 'fill', 'stroke']
                .map(name => getComputedStyle(one)[name]))
              .flatMap(text => [...(text ?? '').matchAll(/rgba?\\((\\d+), (\\d+), (\\d+)(, 0)?/g)])
              .filter(parts => parts[4] === undefined && (parts[2] !== '0' || parts[3] !== '0'))
              .map(parts => parts[0]).join(' ')
            """
        ).string
        #expect(found == "")
    }

    @Test func `the page follows the desktop`() throws {
        for (scheme, contrast, color) in [
            ("light", "no-preference", "rgb(84, 84, 88)"),
            ("dark", "no-preference", "rgb(184, 184, 189)"),
            ("light", "more", "rgb(58, 58, 60)"), ("dark", "more", "rgb(209, 209, 214)"),
        ] {
            try chromium.emulate(["prefers-color-scheme": scheme, "prefers-contrast": contrast])
            #expect(try style("header p", "color") == color, "\(scheme) \(contrast)")
            // A panel with its own appearance keeps it.
            #expect(try style("#light-standard", "backgroundColor") == "rgb(255, 255, 255)")
            #expect(try style("#dark-standard small", "color") == "rgb(184, 184, 189)")
        }
    }

    @Test func `the contrast of the root is that of a part that chooses none`() throws {
        _ = try chromium.evaluate(
            "delete document.querySelector('#dark-standard').dataset.contrast")
        let (standard, more) = ("rgb(184, 184, 189)", "rgb(209, 209, 214)")
        for (scheme, root, color) in [
            ("no-preference", "delete", standard), ("no-preference", "= 'standard'", standard),
            ("no-preference", "= 'more'", more), ("more", "delete", more),
            ("more", "= 'standard'", standard), ("more", "= 'more'", more),
        ] {
            try chromium.emulate(["prefers-contrast": scheme])
            let contrast = "document.documentElement.dataset.contrast"
            _ = try chromium.evaluate(root == "delete" ? "delete \(contrast)" : contrast + root)
            #expect(try style("#dark-standard small", "color") == color, "\(scheme) \(root)")
            // A part with its own contrast keeps it.
            #expect(try style("#light-standard small", "color") == "rgb(84, 84, 88)")
            #expect(try style("#light-more small", "color") == "rgb(58, 58, 60)")
        }
    }
}
