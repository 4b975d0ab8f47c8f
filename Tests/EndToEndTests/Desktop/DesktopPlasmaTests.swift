import AppearanceTestSupport
import Foundation
import Testing

/// Plasma's colours: by its own program without a screen, and by a stand-in that does the same to
/// `kdeglobals` where Plasma is not installed.
@Suite(.bounded, .requires(.bus, .busClient)) struct DesktopPlasmaTests {
    private static let following = "[desktop]\nfollow = \"auto\"\n"

    private let scene: DesktopScene
    private let standIn: [String: String]

    init() throws {
        scene = try DesktopScene(Self.following, names: "KDE")
        standIn = try scene.stand(
            in: "plasma-apply-colorscheme",
            """
            case $1 in *Dark) window=42,46,50 ;; *) window=239,240,241 ;; esac
            file=$XDG_CONFIG_HOME/kdeglobals
            printf '[General]\\nColorScheme=%s\\n\\n[Colors:Window]\\nBackgroundNormal=%s\\n' \\
                "$1" $window >$file.new
            mv $file.new $file

            """)
    }

    private var colorScheme: String {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").first { $0.hasPrefix("ColorScheme=") }
            .map { String($0.dropFirst("ColorScheme=".count)) } ?? ""
    }

    /// The background of windows in `kdeglobals`.
    private static func windowColour(in text: String) -> String? {
        text.components(separatedBy: "[Colors:Window]\n").last?
            .split(separator: "\n").first { $0.hasPrefix("BackgroundNormal=") }
            .map { String($0.dropFirst("BackgroundNormal=".count)) }
    }

    private var file: String { scene.home.configHome + "/kdeglobals" }

    private func wait(for scheme: String) throws {
        try FileWatch.wait(for: file) { $0.contains("ColorScheme=\(scheme)\n") }
    }

    private func apply(_ scheme: String) throws {
        let program = scene.home.path + "/stand-in/plasma-apply-colorscheme"
        #expect(try scene.run(program, [scheme]).status == .exited(0))
    }

    @Test func `the colours of Plasma follow`() throws {
        let daemon = try scene.daemon(standIn)
        for (mode, scheme) in [("dark", "BreezeDark"), ("light", "BreezeLight")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try wait(for: scheme)
        }
        // It was unset, so it was Plasma's default.
        #expect(try scene.original("kdeglobals") == "BreezeLight")
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a setting that a global theme replaces is kept in the journal`() throws {
        try scene.configure(
            Self.following
                + "kde_look_and_feel.light = \"org.light\"\nkde_look_and_feel.dark = \"org.dark\"\n"
        )
        try scene.home.write(
            "[General]\nColorScheme=Own\n[Icons]\nTheme=own-icons\n[KDE]\nLookAndFeelPackage=org.own\n",
            to: file)
        try scene.home.write(
            "[Mouse]\ncursorTheme=own-pointer\n", to: scene.home.configHome + "/kcminputrc")
        let daemon = try scene.daemon(
            scene.stand(
                in: "plasma-apply-lookandfeel",
                """
                cd $XDG_CONFIG_HOME
                printf '[General]\\nColorScheme=New\\n[Icons]\\nTheme=new\\n[KDE]\\n' >kdeglobals.new
                printf 'LookAndFeelPackage=%s\\n' $2 >>kdeglobals.new
                printf '[Mouse]\\ncursorTheme=new\\n' >kcminputrc
                mv kdeglobals.new kdeglobals

                """))
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try FileWatch.wait(for: file) { $0.contains("LookAndFeelPackage=org.dark\n") }
        let originals = [
            "kdeglobals KDE": "org.own", "kdeglobals General": "Own",
            "kdeglobals Icons": "own-icons", "kcminputrc Mouse": "own-pointer",
        ]
        for (setting, value) in originals {
            #expect(try scene.original(setting)?.string == value, "\(setting)")
        }
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a change by the user lasts until the next boundary`() throws {
        try apply("BreezeDark")
        let daemon = try scene.daemon(standIn)
        let client = try daemon.busClient()
        try wait(for: "BreezeLight")
        try apply("OxygenDark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in Plasma's own settings")
                == true)
        try daemon.leaveDesktop()
        #expect(colorScheme == "OxygenDark")
    }

    @Test func `Plasma's own switching is reported and not reverted`() throws {
        let own = "[General]\nColorScheme=BreezeDark\n[KDE]\nAutomaticLookAndFeel=true\n"
        try scene.home.write(own, to: file)
        let daemon = try scene.daemon(standIn)
        try daemon.process.waitForLine(containing: "Plasma switches by itself", on: .errors)
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        #expect(try daemon.appearancectl("set", "auto").status == .exited(0))
        #expect(daemon.log("<4>").count == 1)
        #expect(colorScheme == "BreezeDark")
        // When it is turned off, its last choice does not count as the user's.
        try scene.home.write("[General]\nColorScheme=BreezeDark\n", to: file)
        try wait(for: "BreezeLight")
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test(.requires(.plasma)) func `Plasma's own program applies the colours`() throws {
        var environment = Plasma.environment
        // The daemon itself works without a screen.
        environment["QT_QPA_PLATFORM"] = nil
        let daemon = try scene.daemon(environment)
        // It does not name Plasma's default scheme, which is recognized by its colours.
        for (mode, window) in [("dark", "42,46,50"), ("light", "239,240,241")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try FileWatch.wait(for: file) {
                Self.windowColour(in: $0) == window
            }
        }
        let client = try daemon.busClient()
        let run = try ChildProcess.run(
            try #require(Plasma.program), ["BreezeDark"],
            environment: scene.environment.merging(Plasma.environment) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(daemon.log("<4>") == [])
    }

    /// A global theme writes its scheme to a separate folder.
    ///
    /// The program takes that from the session's
    /// `XDG_CONFIG_DIRS`, and without it for Plasma's default: "already set".
    @Test(.requires(.plasma)) func `the colours follow after a global theme was applied`() throws {
        try scene.home.write(
            "[General]\nColorScheme=BreezeDark\n",
            to: scene.home.configHome + "/kdedefaults/kdeglobals")
        try scene.home.write("[Colors:Window]\nBackgroundNormal=42,46,50\n", to: file)
        var environment = Plasma.environment
        environment["QT_QPA_PLATFORM"] = nil
        let daemon = try scene.daemon(environment)
        try FileWatch.wait(for: file) { Self.windowColour(in: $0) == "239,240,241" }
        #expect(daemon.log("<4>") == [])
    }

    /// It prints the error on standard output, and exits with 0.
    @Test(.requires(.plasma)) func `a scheme that Plasma lacks is reported with its error output`()
        throws
    {
        try scene.configure(
            "[desktop]\nfollow = \"kde\"\nkde_color_scheme = { light = \"Nonsense\" }\n")
        var environment = Plasma.environment
        environment["QT_QPA_PLATFORM"] = nil
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "`plasma-apply-colorscheme Nonsense` had no effect: Could not find theme",
            on: .errors)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try wait(for: "BreezeDark")
    }
}
