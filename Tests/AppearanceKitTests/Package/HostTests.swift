import AppearanceKit
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Whatever an app passes to the library, the app goes on.
@Suite(.bounded) struct HostTests {
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, -1, -0.001, 1.001, .greatestFiniteMagnitude, 0.5,
    ]

    /// Colours that an app computes may be none.
    @Test(.row("V10"), arguments: numbers)
    func `a colour of any numbers has a description`(_ number: Double) {
        let color = Color(red: number, green: number, blue: number, alpha: number)
        #expect(
            color.description.wholeMatch(of: /#([0-9a-f]{6}|[0-9a-f]{8})/) != nil, "\(color)")
        let traits = [Appearance.light, .night].map { Traits(appearance: $0) }
        for traits in traits {
            for role in ColorRole.allCases {
                let shown = DynamicColor(color, as: role).resolved(in: traits)
                #expect(shown.description.hasPrefix("#"))
            }
        }
        #expect(color.relativeLuminance.description.isEmpty == false)
    }

    @Test(.row("V10"), arguments: numbers)
    func `a filter has any tint and any opacity`(_ number: Double) throws {
        let tint = Color(red: number, green: 0.5, blue: -number)
        for algorithm in NightFilter.Algorithm.allCases {
            for base in NightStyle.Base.allCases {
                for format in PixelFormat.allCases {
                    let filter = NightFilter(algorithm, tint: tint, base: base, opacity: number)
                    var bytes = [UInt8](repeating: 200, count: 4 * format.bytesPerPixel)
                    try filter.apply(to: &bytes, width: 2, height: 2, format)
                    #expect(filter.filtered(.white).description.hasPrefix("#"))
                }
            }
        }
        let style = NightStyle(tint: tint)
        #expect(style.svgFilter(id: "night").contains("feColorMatrix"))
        #expect(style.matrices.first?.applied(to: tint).description.hasPrefix("#") == true)
    }

    @Test(.row("V10"), arguments: [Int.max, .min, 0, 699, 700])
    func `a text has any weight`(_ weight: Int) {
        var tokens = DesignTokens.standard
        tokens.texts[.body] = TextStyle(size: 16, weight: weight)
        let style = tokens.text(.body, in: Traits(appearance: .night, contrast: .high))
        #expect(style.weight == (weight < 700 ? min(weight + 100, 700) : weight))
    }

    /// Any program of the user may be a daemon whose changes have a large number.
    @Test(.row("V10")) func `a status can follow the last one that has a number`() {
        let last = AppearanceStatus(
            Snapshot(
                mode: .auto, appearance: .dark, previous: nil, reason: .startup, explanation: "",
                since: WallTime(microsecondsSinceEpoch: 0), until: nil, next: nil, light: nil,
                sensor: .none, paused: false, inhibitors: [], configurationError: nil,
                sequence: .max))
        #expect(AppearanceStatus(.night, after: last).appearance == .night)
    }

    /// Each node of a chain needed a frame of the stack, at a change and at its release.
    @Test(.row("V11")) func `a chain of nodes is as long as the memory allows`() throws {
        let root = AppearanceNode()
        var last = root
        var nodes = 0
        for _ in 0..<100_000 {
            last = last.child()
            nodes += 1
        }
        var seen: [Appearance] = []
        let observation = last.observe { seen.append($0.appearance) }
        root.override = .night
        root.system.appearance = .dark
        #expect(last.traits.appearance == .night)
        #expect(seen == [.light, .night])
        observation.cancel()
        weak let middle = last.parent?.parent
        last = root
        #expect(middle == nil)
    }

    /// The last of a chain that was released counts for its parent, which forgets lost children.
    @Test func `a node above a released chain still tells its other children`() {
        let root = AppearanceNode()
        let window = root.child()
        for _ in 0..<100 { _ = window.child().child().child() }
        let view = window.child()
        root.override = .dark
        #expect(view.traits.appearance == .dark)
    }

    @Test(.row("V12")) func `two observers that override each other end`() throws {
        let root = AppearanceNode()
        let (one, other) = (root.child(), root.child())
        var calls = 0
        let observations = [
            one.observe { traits in
                calls += 1
                other.override = traits.appearance == .light ? .dark : .light
            },
            other.observe { traits in
                calls += 1
                one.override = traits.appearance == .light ? .light : .dark
            },
        ]
        root.override = .night
        one.override = .night
        #expect(calls > 50 && calls < 5000)
        // They are told of the next change.
        calls = 0
        one.override = .night
        #expect(calls > 0)
        withExtendedLifetime(observations) {}
    }

    @MainActor @Test(.row("V12")) func `two observers of a choice that replace it end`() throws {
        let home = try TestHome()
        func app() throws -> AppAppearance {
            try AppAppearance(
                id: "org.example.Reader", following: AppearanceFollower(socket: nil),
                configurationHome: home.configHome)
        }
        let reader = try app()
        var calls = 0
        let observations = [
            reader.observeChoice { choice in
                calls += 1
                if choice == .dark { reader.choice = .light }
            },
            reader.observeChoice { choice in
                calls += 1
                if choice == .light { reader.choice = .dark }
            },
        ]
        reader.choice = .dark
        #expect(calls < 5000)
        let store = try AppearanceStore(app())
        var storeCalls = 0
        let observation = store.observe { store in
            storeCalls += 1
            store.choice = store.choice == .dark ? .light : .dark
        }
        #expect(storeCalls > 50 && storeCalls < 5000)
        withExtendedLifetime((observations, observation)) {}
    }

    @Test(
        .row("V13"),
        arguments: [
            "", "../../evil", "/etc/passwd", ".hidden", "a b", "a/b", "a\0b", "é", "a\nb",
            String(repeating: "a", count: 201),
        ])
    func `an invalid id is an error`(_ id: String) throws {
        let home = try TestHome()
        let error = #expect(throws: AppearanceError.self) {
            try AppAppearance(
                id: id, following: AppearanceFollower(socket: nil),
                configurationHome: home.configHome)
        }
        #expect(error?.description.contains("org.example.Reader") == true)
    }

    @Test(.row("V10"), arguments: [Int64.min, .max, 0])
    func `a span of any number of units is limited to the range`(_ number: Int64) {
        for span in [
            Microseconds.milliseconds(number), .seconds(number), .minutes(number), .hours(number),
            .days(number),
        ] { #expect((span.count < 0) == (number < 0)) }
        let time = WallTime(secondsSinceEpoch: number)
        #expect(time + .days(number) >= time || number < 0)
    }

    @Test(.row("V13"), arguments: ["", "Evil Path", "accent.hover", "1", "..", "é"])
    func `a token with an invalid path is another one`(_ path: String) {
        let token = ColorToken(stringLiteral: path)
        #expect(token.rawValue.hasPrefix("invalid-"))
        #expect(ColorToken(rawValue: token.rawValue) == token)
        #expect(DesignTokens.standard.color(token, in: Traits()) == .black)
    }
}
