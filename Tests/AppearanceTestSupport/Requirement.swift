import Foundation
import Synchronization

/// A real component that some tests run, and that not every machine has.
///
/// A test that names one is skipped by name, with the reason, where the component cannot run.
/// With `CI=true` in the environment nothing is skipped: a missing component is a failure.
///
/// scripts/install-dependencies installs each by its name here. An installed program may lack a
/// library, so a component is there once its program has run.
package enum Requirement: String, CaseIterable, Sendable {
    /// dbus-daemon, to make a private bus.
    case bus
    /// Python with dbus and GLib, the foreign D-Bus client.
    case busClient
    /// The reference varlink client.
    case varlinkClient
    /// umockdev, the fake sysfs.
    case sensorTestbed
    /// umockdev and a C compiler, for reads that fail with any error.
    case failingReads
    /// The real iio-sensor-proxy, which needs a testbed's sensors.
    case sensorProxy
    /// python3-dbusmock, the fake logind.
    case fakeLogind
    /// A C compiler, for libraries that are preloaded into a program.
    case compiler
    /// A real `systemd --user` in separate namespaces.
    case userManager
    /// `systemd-analyze`, which judges units.
    case systemdAnalyze
    /// The real xdg-desktop-portal.
    case portal
    /// GLib's command lines for the bus.
    case gdbus
    /// The real browsers, each with a window.
    case chromium, firefox
    /// JavaScript outside of a browser.
    case node
    /// libadwaita, and its bindings for Python.
    case adwaita
    /// The real dconf, with GNOME's schemas and its command line.
    case dconf
    /// The real settings of MATE and Cinnamon.
    case desktopSchemas
    /// The real xfconfd, with its command line.
    case xfconf
    /// feh and xprop, which set the picture of an X server.
    case feh
    /// Plasma's own programs that apply its colours.
    case plasma
    /// The shells other than bash that have completions.
    case zsh, fish
    /// An X server without a screen, and the foreign client that looks at it.
    case xvfb
    /// The real X server with outputs of its dummy driver; it needs root.
    case xorgDummy
    /// A Wayland compositor without a screen.
    case sway
    /// Programs that fill a screen, under Wayland and X11, with a window manager, and one that presses keys.
    case fullScreenClients
    /// swaybg, and a program that takes pictures of such a compositor.
    case swaybg
    /// A status bar, and a program that takes pictures of it.
    case waybar
    /// Programs that show themselves only under Wayland, with ready-made hooks.
    case waylandPrograms
    /// A broker of MQTT with its clients, jq and curl.
    case mqtt
    /// Other filters of the screen.
    case gammastep, redshift, wlsunset
    /// The real GameMode, with which games register.
    case gameMode
    /// A program that types into a terminal, one that speaks, and what the story of the first minutes compares.
    case firstMinutes
    /// The program that generates C from a Wayland protocol.
    case waylandScanner
    /// A Wayland compositor without a protocol for colours.
    case weston
    /// The real settings of GNOME's Night Light.
    case nightLight
    /// The real daemon that goes by them, and a screen in memory for it.
    case settingsDaemon
    /// The real program that writes Plasma's settings.
    case kwriteconfig
    /// Qt's classes of D-Bus with their headers, and GNOME's interpreter, for the effects of the shells.
    case shellEffects
    /// Swift's own build tool.
    case swift
    /// GTK 4 with its headers, and a screen in memory to see it on.
    case gtk
    /// Real programs that ready-made hooks recolour, with an X server for their windows.
    case recolouredPrograms
    /// The programs that parse the recipes of Fedora and Nix.
    case recipeParsers
    /// The window, and a client of the bus for screen readers.
    case windowUser
    /// The checkers of desktop entries and of metadata for software centres.
    case entryValidators
    /// gettext, and the sources of the C library's locales.
    case translations
    /// The checker of shell scripts.
    case shellcheck
    /// Being root.
    case root

    /// The reason why it cannot be used, and the command that installs it; `nil` if it can.
    ///
    /// Found out once a process.
    package var problem: String? { Self.findings[self]?.value { findProblem() } ?? nil }

    private static let findings = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, Finding()) })

    private func findProblem() -> String? {
        switch self {
        case .bus: problem(running: "dbus-daemon", "--version")
        case .busClient: problem(importing: "dbus, gi.repository.GLib")
        case .varlinkClient: problem(running: Python.withVarlink, "-c", "import varlink")
        case .sensorTestbed:
            problem(running: "umockdev-wrapper", "true")
                ?? problem(importing: "gi; gi.require_version('UMockdev', '1.0')")
        case .failingReads: Self.sensorTestbed.problem ?? Self.compiler.problem
        case .sensorProxy:
            problem(running: SensorProxy.program ?? "iio-sensor-proxy", "--help")
                ?? Self.sensorTestbed.problem
        case .fakeLogind: problem(importing: "dbusmock.templates.logind")
        case .compiler: problem(running: "cc", "--version")
        case .userManager: Self.needsRoot ?? problem(running: UserManager.script, "true")
        case .systemdAnalyze: problem(running: "systemd-analyze", "--version")
        case .portal: problem(running: Self.portalFrontend, "--version")
        case .gdbus: problem(running: "gdbus", "help")
        case .chromium: problem(running: "chromium", "--version") ?? chromiumSandboxProblem
        case .firefox: problem(running: Firefox.program ?? "firefox", "--version")
        case .node: problem(running: "node", "--version")
        case .adwaita: problem(importing: "gi; gi.require_version('Adw', '1')")
        case .dconf:
            problem(running: "dconf", "help")
                ?? problem(
                    running: "gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
        case .desktopSchemas:
            [
                "org.mate.background", "org.mate.interface", "org.mate.peripherals-mouse",
                "org.cinnamon.desktop.background",
            ].lazy.compactMap { problem(running: "gsettings", "list-keys", $0) }.first
        case .xfconf: problem(running: "xfconf-query", "--version")
        case .feh:
            problem(running: "feh", "--version") ?? problem(running: "sh", "-c", "command -v xprop")
                ?? Self.xvfb.problem
        case .plasma:
            problem(
                running: Plasma.program ?? "plasma-apply-colorscheme", "--help",
                environment: Plasma.environment)
        case .zsh: problem(running: "zsh", "--version")
        case .fish: problem(running: "fish", "--version")
        case .xvfb: problem(running: "Xvfb", "-help") ?? x11ClientProblem
        case .xorgDummy: Self.needsRoot ?? problem(running: "Xorg", "-version") ?? x11ClientProblem
        case .sway: problem(running: "sway", "--version")
        case .fullScreenClients:
            Self.sway.problem ?? Self.xvfb.problem ?? problem(running: "foot", "--version")
                ?? problem(running: "mpv", "--version")
                ?? problem(running: "openbox", "--version")
                ?? problem(running: "xdotool", "-version")
        case .swaybg:
            Self.sway.problem ?? problem(running: "swaybg", "--version")
                ?? problem(running: "grim", "-h") ?? problem(running: "pgrep", "--version")
        case .weston:
            problem(
                running: PlainCompositor.program ?? "weston", "--version",
                environment: PlainCompositor.libraryPath)
                // Its modules are loaded only once it runs.
                ?? PlainCompositor.modules.lazy.compactMap { module in
                    problem(
                        running: "sh", "-c", "! ldd \(module) | grep 'not found' >&2",
                        environment: PlainCompositor.libraryPath)
                }.first
        case .nightLight:
            Self.dconf.problem
                ?? problem(
                    running: "gsettings", "list-keys", "org.gnome.settings-daemon.plugins.color")
        case .settingsDaemon:
            problem(
                running: SettingsDaemon.program ?? "gsd-color", "--help",
                environment: SettingsDaemon.libraryPath)
                ?? Self.nightLight.problem ?? problem(running: "Xvfb", "-help")
        case .kwriteconfig: problem(running: "kwriteconfig5", "--help")
        case .shellEffects:
            problem(running: "gjs", "--version") ?? problem(running: "c++", "--version")
                ?? problem(running: "pkg-config", "--exists", "Qt5DBus")
        case .waybar:
            Self.sway.problem ?? problem(running: "waybar", "--version")
                ?? problem(running: "grim", "-h") ?? problem(running: "pgrep", "--version")
        case .waylandPrograms:
            Self.sway.problem ?? problem(running: "grim", "-h")
                ?? problem(running: "foot", "--version")
                ?? problem(running: "fuzzel", "--version")
                ?? problem(running: "wofi", "--version")
                ?? problem(running: "sh", "-c", "command -v swaync swaync-client")
                ?? problem(running: "pgrep", "--version")
        case .mqtt:
            problem(
                running: "sh", "-c",
                "command -v /usr/sbin/mosquitto && command -v mosquitto_sub && command -v jq && command -v curl"
            )
        case .firstMinutes:
            problem(running: "expect", "-v") ?? problem(running: "espeak-ng", "--version")
                ?? problem(running: "grim", "-h") ?? Self.sway.problem ?? Self.gammastep.problem
                ?? Self.dconf.problem
        case .gammastep: problem(running: "gammastep", "-V")
        case .gameMode: problem(running: "gamemoded", "--version")
        case .redshift: problem(running: "redshift", "-V")
        case .wlsunset: problem(running: "wlsunset", "-v")
        case .waylandScanner: problem(running: "wayland-scanner", "--version")
        case .swift: problem(running: "swift", "--version") ?? problem(running: "git", "--version")
        case .gtk:
            problem(running: "Xvfb", "-help") ?? problem(running: "import", "-version")
                ?? problem(running: "pkg-config", "--exists", "gtk4")
                ?? problem(importing: "gi; gi.require_version('Gtk', '4.0')")
        case .recolouredPrograms: recolouredProblem
        case .recipeParsers:
            problem(running: "rpmspec", "--version")
                ?? problem(running: "nix-instantiate", "--version")
        case .windowUser:
            problem(running: BuiltProducts.appearanceWindow, "--version")
                ?? problem(importing: "gi; gi.require_version('Atspi', '2.0')")
                ?? problem(running: "Xvfb", "-help") ?? problem(running: "xdotool", "-version")
        case .entryValidators:
            problem(running: "desktop-file-validate", "--help")
                ?? problem(running: "appstreamcli", "--version")
        case .translations:
            problem(running: "msgfmt", "--version")
                ?? problem(running: "sh", "-c", "test -e /usr/share/i18n/locales/de_DE")
        case .shellcheck: problem(running: "shellcheck", "--version")
        case .root: Self.needsRoot
        }
    }

    private var recolouredProblem: String? {
        let programs = [
            ("xterm", "-version"), ("alacritty", "--version"), ("kitty", "--version"),
            ("tmux", "-V"), ("nvim", "--version"), ("vim", "--version"), ("emacs", "--version"),
            ("batcat", "--version"), ("rofi", "-version"), ("dunst", "--version"),
            ("mako", "--help"), ("jq", "--version"),
        ]
        for (program, option) in programs {
            if let problem = problem(running: program, option) { return problem }
        }
        return Self.xvfb.problem
    }

    private static var needsRoot: String? { getuid() == 0 ? nil : "needs root" }

    /// The path of the portal's frontend on Debian and most other systems.
    package static let portalFrontend = "/usr/libexec/xdg-desktop-portal"

    /// The path of a program in PATH.
    package static func executable(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Returns `nil` if a program exits with 0, else the component, the reason and the remedy.
    package func problem(
        running program: String, _ arguments: String..., environment: [String: String] = [:]
    ) -> String? {
        var reason = "it is not installed"
        if program.contains("/") ? access(program, X_OK) == 0 : Self.executable(program) != nil {
            let run = Result {
                try ChildProcess.run(
                    program, arguments,
                    environment: TestHome.plainEnvironment.merging(environment) { $1 })
            }
            switch run {
            case .success(let run) where run.status == .exited(0): return nil
            case .success(let run):
                let words = (run.errors + run.output).split(separator: "\n").last
                reason = "it fails: \(words.map(String.init) ?? "\(run.status)")"
            case .failure(let error): reason = "\(error)"
            }
        }
        let command = ([program] + arguments).joined(separator: " ")
        return "needs `\(command)` (\(reason); scripts/install-dependencies \(rawValue))"
    }

    /// Returns `nil` if Debian's Python can import modules.
    private func problem(importing modules: String) -> String? {
        problem(running: Python.system, "-c", "import \(modules)")
    }

    /// Root runs Chromium without its sandbox; for other users it makes user namespaces.
    private var chromiumSandboxProblem: String? {
        getuid() == 0 ? nil : problem(running: "unshare", "--user", "true")
    }

    private var x11ClientProblem: String? { problem(importing: "Xlib.ext.randr") }
}

/// The problem of a component, once it has been looked for.
private final class Finding: Sendable {
    private let known = Mutex<String??>(nil)

    /// Returns the result; the first caller determines it, and the others wait.
    func value(_ find: () -> String?) -> String? {
        known.withLock { known in
            if let known { return known }
            let problem = find()
            known = .some(problem)
            return problem
        }
    }
}
