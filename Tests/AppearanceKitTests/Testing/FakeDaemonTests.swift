import AppearanceKit
import AppearanceKitTesting
import AppearanceTestSupport
import Glibc
import Testing

/// The stand-in that apps test with.
@Suite(.bounded) struct FakeDaemonTests {
    @Test func `an app receives the shown appearance at once`() throws {
        let daemon = try FakeDaemon(showing: .light)
        let app = try daemon.app(id: "org.example.Reader")
        let window = app.root.child()
        #expect(window.traits.appearance == .light)
        for appearance in [.dark, .night, .light, .night] as [Appearance] {
            daemon.show(appearance)
            app.process()
            #expect(window.traits.appearance == appearance)
        }
    }

    @Test func `an app receives the shown contrast, motion and accent`() throws {
        let daemon = try FakeDaemon(showing: .light)
        let app = try daemon.app(id: "org.example.Reader")
        var drawn: [Traits] = []
        let drawing = app.root.child().observe { drawn.append($0) }
        daemon.show(.night, contrast: .high, reducedMotion: true, accent: .white, textScale: 2)
        app.process()
        daemon.show(.night)
        app.process()
        daemon.stop()
        daemon.show(.night, contrast: .high)
        app.process()
        #expect(
            Array(drawn.dropFirst()) == [
                Traits(
                    appearance: .night, contrast: .high, reducedMotion: true, accent: .white,
                    textScale: 2),
                Traits(appearance: .night), Traits(appearance: .night, contrast: .high),
            ])
        drawing.cancel()
    }

    @Test func `an app's choice does not affect another fake daemon`() throws {
        let daemon = try FakeDaemon(showing: .light)
        try daemon.app(id: "org.example.Reader").choice = .dark
        #expect(try daemon.app(id: "org.example.Reader").choice == .dark)
        #expect(try FakeDaemon().app(id: "org.example.Reader").choice == .followSystem)
    }

    @Test func `an app follows a fake daemon that stops and starts again`() throws {
        let daemon = try FakeDaemon(showing: .dark)
        let follower = try daemon.follower()
        daemon.stop()
        let status = try follower.waitForStatus("the loss") { $0.origin == .remembered }
        #expect(status.appearance == .dark)
        daemon.show(.night)
        try daemon.start()
        try follower.waitForStatus("the return") { $0.appearance == .night }
    }

    @Test func `a fake daemon that is started twice is followed`() throws {
        let daemon = try FakeDaemon(showing: .dark)
        try daemon.start()
        #expect(try daemon.follower().status.origin == .daemon)
    }

    @Test func `a slow app receives the newest appearance`() throws {
        let daemon = try FakeDaemon(showing: .light)
        let follower = try daemon.follower()
        for _ in 0..<1000 {
            daemon.show(.dark)
            daemon.show(.night)
        }
        daemon.show(.light)
        try follower.waitForStatus("the newest") { $0.sequence == 2002 }
    }

    @Test func `an app receives changes as a sequence`() async throws {
        let daemon = try FakeDaemon(showing: .dark)
        var changes = daemon.changes().makeAsyncIterator()
        #expect(await changes.next()?.appearance == .dark)
        daemon.show(.night)
        #expect(await changes.next()?.appearance == .night)
    }

    @Test func `another program can follow the fake daemon`() throws {
        let daemon = try FakeDaemon(showing: .night)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["get"],
            environment: ["XDG_RUNTIME_DIR": daemon.runtimeDirectory])
        #expect(run.output == "night\n", "\(run.errors)")
    }

    @Test func `a released fake daemon leaves no files`() throws {
        let folder: String
        do {
            let daemon = try FakeDaemon()
            folder = daemon.runtimeDirectory
            try daemon.app(id: "org.example.Reader").choice = .dark
            #expect(access(folder, F_OK) == 0)
        }
        #expect(access(folder, F_OK) != 0)
    }

    @Test func `a released fake daemon leaves the target of a link alone`() throws {
        let home = try TestHome()
        let file = home.path + "/music/song"
        try home.write("la", to: file)
        let link: String
        do {
            let daemon = try FakeDaemon()
            link = daemon.runtimeDirectory + "/pulse"
            try #require(symlink(home.path + "/music", link) == 0)
        }
        #expect(access(file, F_OK) == 0)
        #expect(access(link, F_OK) != 0)
    }

    @Test func `a choice that an observer replaces is not saved`() throws {
        let daemon = try FakeDaemon()
        let app = try daemon.app(id: "org.example.Reader")
        let picker = app.observeChoice { if $0 == .night { app.choice = .dark } }
        app.choice = .night
        #expect(app.choice == .dark)
        #expect(try daemon.app(id: "org.example.Reader").choice == .dark)
        picker.cancel()
    }

    /// Toolkits report a selection that the program has made too.
    @Test func `a picker that reports a choice again does not replace a newer one`() throws {
        let daemon = try FakeDaemon()
        let (one, other) = (
            try daemon.app(id: "org.example.Reader"), try daemon.app(id: "org.example.Reader")
        )
        let picker = other.observeChoice { choice in
            if choice == .dark { one.choice = .light }
            other.choice = choice
        }
        one.choice = .dark
        other.process()
        other.process()
        one.process()
        #expect(one.choice == .light && other.choice == .light)
        #expect(try daemon.app(id: "org.example.Reader").choice == .light)
        picker.cancel()
    }

    @Test func `every appearance is drawn in every contrast`() {
        let drawn = renderings(from: Traits(elevation: .elevated)) { traits in
            "\(traits.appearance) \(traits.contrast) \(traits.elevation)"
        }
        #expect(
            drawn.map(\.name) == [
                "light", "light-high-contrast", "dark", "dark-high-contrast", "night",
                "night-high-contrast",
            ])
        #expect(drawn.map(\.value).first == "light standard elevated")
        #expect(Set(drawn.map(\.value)).count == 6)
    }

    @Test func `a colour with too little contrast is found in each rendering`() {
        let hint = DynamicColor(light: Color(0x6B6B6B), dark: Color(0xA1A1A6), as: .text)
        let ground = DynamicColor(light: .white, dark: Color(0x0A0A0A))
        #expect(contrastFailures(of: hint, on: ground) == [])
        let grey = ground.elevated(DynamicColor(light: .white, dark: Color(0x8E8E93)))
        let failures = contrastFailures(of: hint, on: grey)
        #expect(
            failures.map(\.name) == ["dark", "dark-high-contrast", "night", "night-high-contrast"])
        #expect(failures.allSatisfy { $0.traits.isElevated && $0.ratio < 4.5 })
        #expect(contrastFailures(of: hint, on: grey, as: .fill).map(\.name) == [])
        #expect(
            failures.first?.description == "dark, elevated: 1.26 : 1, and the minimum is 4.5 : 1")
        // Without a role, the night has a shade as dark as the colour.
        let plain = DynamicColor(light: Color(0x6B6B6B), dark: Color(0xA1A1A6))
        #expect(Set(contrastFailures(of: plain, on: ground).map(\.traits.appearance)) == [.night])
    }

    @Test func `traits describe themselves in a line`() {
        #expect(Traits().description == "light")
        let traits = Traits(
            appearance: .night, elevation: .elevated, contrast: .high, reducedMotion: true,
            differentiateWithoutColor: true, accent: .white, textScale: 1.5,
            nightStyle: NightStyle(tint: Color(0xFF8000), base: .light))
        #expect(
            traits.description
                == "night, elevated, high contrast, reduced motion, shapes, text × 1.5, accent #ffffff, "
                + "night of #ff8000 from light")
    }
}
