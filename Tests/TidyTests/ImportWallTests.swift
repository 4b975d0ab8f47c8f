import AppearanceTestSupport
import Testing

/// A target exists only to forbid an import: this is the list of the allowed imports of each.
@Suite(.bounded) struct ImportWallTests {
    static let standard: Set = ["Swift", "Synchronization", "_Concurrency", "_StringProcessing"]
    static let decisions: Set = [
        "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
        "AppearanceRecord",
    ]

    static let allowed: [String: Set<String>] = [
        "TOML": [],
        "AppearanceLimits": [],
        "AppearanceModel": [],
        "AppearanceEngine": ["AppearanceModel", "AppearanceLimits"],
        "AppearanceConfig": ["AppearanceModel", "TOML"],
        "AppearanceProtocol": ["AppearanceModel", "AppearanceLimits", "CJansson"],
        "AppearanceDesktop": ["AppearanceModel", "AppearanceProtocol"],
        "AppearanceRecord": [
            "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
        ],
        // Every program reads the configuration by it, one without our loop too.
        "SettingsFile": [
            "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
            "Linux",
        ],
        // Everybody uses it, an app too: the C library alone.
        "Linux": ["AppearanceLimits", "CLinux", "CProcess", "Glibc"],
        "EventLoop": ["AppearanceLimits", "Linux", "CLinux", "CSystemd", "CUdev", "Glibc"],
        "DBus": ["AppearanceLimits", "CDBus", "Linux", "EventLoop"],
        "DesktopControl": ["AppearanceModel", "AppearanceDesktop", "Linux", "EventLoop", "DBus"],
        "LightSensors": ["AppearanceModel", "AppearanceLimits", "Linux", "EventLoop", "DBus"],
        "AppearanceDaemon": decisions.union([
            "AppearanceLimits", "TOML", "CJansson", "CSystemd", "CUdev", "CDBus", "Glibc",
            "Linux", "EventLoop", "DBus", "LightSensors", "AppearanceDesktop", "DesktopControl",
            "SettingsFile", "WindowPages",
        ]),
        // A program without an app's API: no concurrency, whose runtime and Dispatch are 0.7 MB of a program.
        "DaemonClient": ["AppearanceModel", "AppearanceProtocol", "Linux", "Glibc"],
        // An app must not need libdbus, libudev or libsystemd: plain system calls alone.
        "AppearanceKit": [
            "DaemonClient", "AppearanceModel", "AppearanceProtocol", "Linux", "CPixels", "Glibc",
            "Observation",
        ],
        "AppearanceKitTesting": [
            "DaemonClient", "AppearanceKit", "AppearanceModel", "AppearanceProtocol", "Linux",
            "Glibc",
        ],
        // GLib is the app's: weak symbols, so that this needs none to build.
        "AppearanceKitGLib": ["AppearanceKit", "AppearanceTokens", "CGLib"],
        // Text to values and back: files are the reader's own to open.
        "AppearanceTokens": ["AppearanceKit", "AppearanceModel", "Glibc"],
        "appearanced": decisions.union(["AppearanceDaemon", "Linux", "Glibc"]),
        "appearancectl": decisions.union([
            "AppearanceLimits", "DaemonClient", "AppearanceKit", "AppearanceDesktop",
            "SettingsFile",
            "Diagnosis",
            "Console", "CommandProgram", "Linux", "ArgumentParser", "Foundation", "Glibc",
        ]),
        "Console": ["Linux", "Glibc"],
        "CommandProgram": ["Console", "Linux", "ArgumentParser", "Glibc"],
        // A window uses it too: no command line, and no Foundation.
        "Diagnosis": decisions.union([
            "AppearanceLimits", "DaemonClient", "AppearanceKit", "AppearanceDesktop",
            "CameraLight", "SettingsFile", "Console", "Linux", "Glibc",
        ]),
        // A window and a tray, whatever draws them: values alone.
        "WindowPages": decisions,
        "AppearanceWindow": decisions.union([
            "WindowPages", "DaemonClient", "AppearanceKit", "AppearanceKitGLib", "SettingsFile",
            "Diagnosis",
            "Linux", "CAdw", "Glibc",
        ]),
        "appearance-tokens": [
            "AppearanceTokens", "AppearanceKit", "AppearanceModel", "Console", "CommandProgram",
            "ArgumentParser",
        ],
        "ScreenFilter": ["AppearanceModel"],
        // Pictures and times to levels: no camera, and no clock.
        "CameraLight": ["AppearanceModel", "AppearanceProtocol", "Glibc"],
        // It talks to a camera and to the daemon: no loop of systemd, and nothing that decides.
        "appearance-camera": [
            "CameraLight", "DaemonClient", "AppearanceKit", "AppearanceModel", "AppearanceConfig",
            "AppearanceEngine", "AppearanceProtocol", "SettingsFile", "WindowPages", "Linux",
            "CVideo", "Glibc",
        ],
        // An app on the daemon's socket: it shares with the daemon the loop, the bus and
        // the calendar.
        "ScreenFilterService": [
            "ScreenFilter", "WindowPages", "DaemonClient", "AppearanceKit", "AppearanceModel",
            "AppearanceEngine",
            "AppearanceProtocol", "AppearanceDesktop", "DesktopControl", "SettingsFile", "DBus",
            "Linux", "EventLoop", "CXCB", "CWayland", "CWaylandGamma", "Glibc",
        ],
        "appearance-nightfilter": ["ScreenFilterService", "Linux"],
        // It needs no display: the panel draws.
        "AppearanceTray": [
            "WindowPages", "DaemonClient", "AppearanceModel", "AppearanceEngine",
            "AppearanceProtocol", "AppearanceLimits", "SettingsFile", "DBus",
            "EventLoop", "Linux",
        ],
        "appearance-tray": ["AppearanceTray", "Linux"],
        // It looks at a display and talks to the daemon: no bus, no loop of systemd, and nothing that decides.
        "appearance-presence": [
            "DaemonClient", "AppearanceModel", "AppearanceLimits", "AppearanceProtocol",
            "SettingsFile", "Linux", "CPresence", "CWayland", "CXCBIdle", "Glibc",
        ],
    ]

    /// The targets of which one file may reach libm.
    static let mathematicsTargets = ["AppearanceEngine", "AppearanceTokens"]

    @Test(arguments: try SourceFile.all(under: "Sources"))
    func `every target imports only allowed modules`(_ file: SourceFile) throws {
        let allowed = try #require(
            Self.allowed[file.target], "say here what the new target \(file.target) may import")
        var forbidden = Set(file.imports).subtracting(allowed).subtracting(Self.standard)
        if Self.mathematicsTargets.contains(file.target) { forbidden.remove("Glibc") }
        #expect(forbidden.isEmpty, "\(file.path) must not import \(forbidden.sorted())")
    }

    @Test(arguments: mathematicsTargets)
    func `at most one file imports the mathematics library`(_ target: String) throws {
        let files = try SourceFile.all(under: "Sources/\(target)")
            .filter { $0.imports.contains("Glibc") }
        #expect(files.count <= 1, "\(files.map(\.path)) import Glibc")
    }

    @Test func `every target has a list of allowed imports`() throws {
        let targets = try SourceFile.targets().filter { $0.wholeMatch(of: /C[A-Z]\w+/) == nil }
        #expect(targets.subtracting(Self.allowed.keys) == [])
    }

    /// A file that faces C imports the C it faces; elsewhere values are enough.
    @Test(arguments: try SourceFile.all(under: "Sources"))
    func `only system-facing targets use raw pointers`(_ file: SourceFile) throws {
        let isEdge =
            ["Linux", "EventLoop", "DBus"].contains(file.target)
            // An app's pixels are memory, wherever they come from.
            || file.path.hasPrefix("Sources/AppearanceKit/NightFilter/")
            || file.imports.contains { $0 == "Glibc" || $0.wholeMatch(of: /C[A-Z]\w+/) != nil }
        guard !isEdge else { return }
        let pattern =
            #"\bUnsafe\w*Pointer\b|\bOpaquePointer\b|\bUnmanaged\b|\bwithUnsafe\w+|\bunsafeBitCast\b"#
        let places = try file.places(of: pattern)
        #expect(places == [])
    }

    /// One use of a clock of Swift's, of a task or of an actor brings the concurrency runtime and
    /// libdispatch into the daemon or the icon in a panel: half a megabyte, set up at every start, for nothing.
    @Test(arguments: try SourceFile.all(under: "Sources"))
    func `the daemon does not use the concurrency runtime`(_ file: SourceFile) throws {
        guard !file.target.hasPrefix("AppearanceKit"),
            !["appearancectl", "Diagnosis"].contains(file.target)
        else { return }
        let pattern =
            #"\b(?:ContinuousClock|SuspendingClock|Task|AsyncStream|async|await|actor)\b"#
        let places = try file.places(of: pattern)
        #expect(places == [])
    }

    /// The only place that names the sources and publishers.
    @Test func `only the assembly names sources and publishers`() throws {
        // EventLoop's sources are another kind of source.
        let files = try SourceFile.all(under: "Sources")
            .filter { ["LightSensors", "AppearanceDaemon"].contains($0.target) }
        let concrete = try files.filter { file in
            guard file.name.wholeMatch(of: /[A-Z]\w+(Source|Publisher)/) != nil
            else { return false }
            let declaration = "(?:class|struct|actor|enum) \(file.name)\\b"
            return try !file.lines(matching: declaration).isEmpty
        }
        #expect(concrete.count >= 9)
        for part in concrete {
            // The files beside it are parts of it, unless there is another one among them.
            let folder = part.path.dropLast(part.name.count + ".swift".count)
            let isAlone = concrete.count { $0.path.hasPrefix(folder) } == 1
            let strangers = files.filter { file in
                !file.name.hasPrefix("Assembly") && !file.name.hasPrefix(part.name)
                    && !(isAlone && file.path.hasPrefix(folder))
            }
            let mentions = try strangers.flatMap { try $0.places(of: "\\b\(part.name)\\b") }
            #expect(mentions == [])
        }
    }
}
