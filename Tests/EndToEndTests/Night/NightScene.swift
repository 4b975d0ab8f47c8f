import AppearanceTestSupport

/// An X server of a test's own, with ramps that no program would make by chance.
struct NightScene {
    static let night = ["APPEARANCE_FAKE": "night"]
    static let light = ["APPEARANCE_FAKE": "light"]

    let home: TestHome
    let server: XServer
    let screens: X11Screens

    /// Starts the server; its fades take no time by default.
    init(withOutputs: Bool = false, settings: String = "fade = \"0s\"") throws {
        home = try TestHome()
        server = withOutputs ? try XServer(withOutputsIn: home) : try XServer(in: home)
        screens = try X11Screens(of: server, in: home)
        try home.write(configuration: "[nightfilter]\n\(settings)\n")
    }

    /// Sets random rising ramps, and returns them.
    @discardableResult
    func setRamps(of crtc: Int64, seed: UInt64 = 6) throws -> X11Screens.Ramps {
        var dice = SplitMix64(seed: seed)
        let count = try screens.ramps()[crtc]?.red.count ?? 0
        func table() -> [Int64] {
            (0..<count).map { _ in Int64.random(in: 0...65535, using: &dice) }.sorted()
        }
        let ramps = X11Screens.Ramps(red: table(), green: table(), blue: table())
        try screens.set(ramps, of: crtc)
        return ramps
    }

    /// The CRTC of the only screen that is in use.
    func onlyCRTC() throws -> Int64 {
        guard let crtc = try screens.outputs().values.map(\.crtc).first(where: { $0 != 0 }) else {
            throw HarnessFailure("no output is in use")
        }
        return crtc
    }

    /// Starts another server of the same session.
    init(in home: TestHome) throws {
        self.home = home
        server = try XServer(in: home)
        screens = try X11Screens(of: server, in: home)
    }

    /// Starts a filter for which it is night or light.
    func filter(_ environment: [String: String]) throws -> RunningFilter {
        try RunningFilter(on: server.environment, in: home, environment: environment)
    }

    /// Runs the program to its end, in the environment of this scene.
    func run(_ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.nightfilter, arguments,
            environment: home.environment.merging(server.environment) { $1 })
    }
}
