import Foundation
package import Testing

/// A real component that some tests run, and that not every machine has.
///
/// A test that names one is skipped by name, with the reason, where the component cannot run.
/// With `CI=true` in the environment nothing is skipped: there what is missing is a failure.
package enum Requirement: CaseIterable, Sendable {
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
    /// A C compiler, for what is preloaded into a program.
    case compiler
    /// A real `systemd --user` in namespaces of its own.
    case userManager
    /// `systemd-analyze`, which judges units.
    case systemdAnalyze
    /// libfaketime, which moves a program's clocks.
    case fakeTime
    /// The real xdg-desktop-portal.
    case portal
    /// GLib's command lines for the bus.
    case gdbus
    /// The real browsers, each with a window.
    case chromium, firefox
    /// libadwaita, and its bindings for Python.
    case adwaita
    /// The real dconf, with GNOME's schemas and its command line.
    case dconf
    /// The real xfconfd, with its command line.
    case xfconf
    /// Plasma's own programs that apply its colours.
    case plasma
    /// The shells other than bash that are told what can be completed.
    case zsh, fish
    /// An X server without a screen, and the foreign client that looks at it.
    case xvfb
    /// The real X server with outputs of its dummy driver; it needs root.
    case xorgDummy
    /// A Wayland compositor without a screen.
    case sway
    /// Other filters of the screen.
    case gammastep, redshift, wlsunset
    /// What makes C of a Wayland protocol.
    case waylandScanner
    /// A Wayland compositor that lets nobody change its colours.
    case weston
    /// The real settings of GNOME's Night Light.
    case nightLight
    /// The real daemon that goes by them, and a screen in memory for it.
    case settingsDaemon
    /// The real program that writes Plasma's settings.
    case kwriteconfig
    /// Swift's own build tool.
    case swift
    /// GTK 4 with its headers, and a screen in memory to see it on.
    case gtk
    /// Being root.
    case root

    /// Why it cannot be used here, and what brings it; nil where it can.
    package var problem: String? {
        switch self {
        case .bus: Self.missing("dbus-daemon", package: "dbus")
        case .busClient: Self.busClientProblem
        case .varlinkClient: Self.varlinkProblem
        case .sensorTestbed: Self.testbedProblem
        case .failingReads: Self.testbedProblem ?? Self.missing("cc", package: "gcc")
        case .sensorProxy:
            SensorProxy.program == nil
                ? "needs iio-sensor-proxy (Debian package: iio-sensor-proxy)"
                : Self.testbedProblem
        case .fakeLogind: Self.fakeLogindProblem
        case .compiler: Self.missing("cc", package: "gcc")
        case .userManager: Self.userManagerProblem
        case .systemdAnalyze: Self.missing("systemd-analyze", package: "systemd")
        case .fakeTime: Self.missing("faketime", package: "faketime")
        case .portal:
            access(Self.portalFrontend, X_OK) == 0
                ? nil : "needs \(Self.portalFrontend) (Debian package: xdg-desktop-portal)"
        case .gdbus: Self.missing("gdbus", package: "libglib2.0-bin")
        case .chromium: Self.chromiumProblem
        case .firefox:
            Firefox.program == nil ? "needs Firefox (Debian package: firefox-esr)" : nil
        case .adwaita: Self.adwaitaProblem
        case .dconf: Self.dconfProblem
        case .xfconf: Self.xfconfProblem
        case .plasma:
            Plasma.program == nil
                ? "needs plasma-apply-colorscheme (scripts/install-dependencies desktop)" : nil
        case .zsh: Self.missing("zsh", package: "zsh")
        case .fish: Self.missing("fish", package: "fish")
        case .xvfb: Self.missing("Xvfb", package: "xvfb") ?? Self.x11ClientProblem
        case .xorgDummy:
            getuid() != 0
                ? "needs root"
                : Self.missing("Xorg", package: "xserver-xorg-video-dummy")
                    ?? Self.x11ClientProblem
        case .sway: Self.missing("sway", package: "sway")
        case .weston:
            PlainCompositor.program == nil
                ? "needs weston (scripts/install-dependencies test)" : nil
        case .nightLight: Self.dconfProblem ?? Self.nightLightProblem
        case .settingsDaemon:
            SettingsDaemon.program == nil
                ? "needs gsd-color (scripts/install-dependencies test)"
                : Self.nightLightProblem ?? Self.missing("Xvfb", package: "xvfb")
        case .kwriteconfig: Self.missing("kwriteconfig5", package: "libkf5config-bin")
        case .gammastep: Self.missing("gammastep", package: "gammastep")
        case .redshift: Self.missing("redshift", package: "redshift")
        case .wlsunset: Self.missing("wlsunset", package: "wlsunset")
        case .waylandScanner: Self.missing("wayland-scanner", package: "libwayland-bin")
        case .swift: Self.missing("swift", package: "none; https://www.swift.org/install/linux")
        case .gtk:
            Self.missing("Xvfb", package: "xvfb") ?? Self.missing("import", package: "imagemagick")
                ?? Self.gtkProblem
        case .root: getuid() == 0 ? nil : "needs root"
        }
    }

    /// Where Debian and most others have the portal's frontend.
    package static let portalFrontend = "/usr/libexec/xdg-desktop-portal"

    /// The path of a program in PATH.
    package static func executable(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    private static func missing(_ program: String, package name: String) -> String? {
        executable(program) == nil ? "needs \(program) (Debian package: \(name))" : nil
    }

    /// Nil when a program ends well, else the last thing it said.
    private static func problem(
        running program: String, _ arguments: String..., orSaying advice: String? = nil
    ) -> String? {
        do {
            let run = try ChildProcess.run(
                program, arguments, environment: TestHome.plainEnvironment)
            guard run.status != .exited(0) else { return nil }
            return advice ?? run.errors.split(separator: "\n").last.map(String.init)
        } catch {
            return advice ?? "\(error)"
        }
    }

    // Found out once, because each starts a program.

    private static let busClientProblem = problem(
        running: Python.system, "-c", "import dbus, gi.repository.GLib",
        orSaying: "needs Python's dbus and gi (Debian packages: python3-dbus python3-gi)")

    private static let testbedProblem =
        missing("umockdev-wrapper", package: "umockdev")
        ?? problem(
            running: Python.system, "-c", "import gi; gi.require_version('UMockdev', '1.0')",
            orSaying: "needs umockdev's bindings (Debian packages: gir1.2-umockdev-1.0 python3-gi)")

    private static let fakeLogindProblem =
        busClientProblem
        ?? problem(
            running: Python.system, "-c", "import dbusmock.templates.logind",
            orSaying: "needs dbusmock (Debian package: python3-dbusmock)")

    private static let adwaitaProblem = problem(
        running: Python.system, "-c", "import gi; gi.require_version('Adw', '1')",
        orSaying: "needs libadwaita's bindings (Debian packages: gir1.2-adw-1 python3-gi)")

    /// Its sandbox has to be made somehow; as root it runs without.
    private static let chromiumProblem =
        missing("chromium", package: "chromium")
        ?? (getuid() == 0
            ? nil
            : problem(
                running: "unshare", "--user", "true",
                orSaying: "needs user namespaces, or root, for Chromium to run in"))

    private static let dconfProblem =
        missing("dconf", package: "dconf-cli")
        ?? problem(
            running: "gsettings", "get", "org.gnome.desktop.interface", "color-scheme",
            orSaying: "needs dconf and GNOME's schemas (Debian packages: dconf-gsettings-backend "
                + "dconf-service gsettings-desktop-schemas libglib2.0-bin)")

    private static let nightLightProblem = problem(
        running: "gsettings", "list-keys", "org.gnome.settings-daemon.plugins.color",
        orSaying: "needs GNOME's schemas (Debian package: gnome-settings-daemon-common)")

    private static let xfconfProblem = problem(
        running: "xfconf-query", "--version",
        orSaying: "needs xfconf (Debian packages: xfconf libxfconf-0-3)")

    private static let x11ClientProblem = problem(
        running: Python.system, "-c", "import Xlib.ext.randr",
        orSaying: "needs Python's Xlib (Debian package: python3-xlib)")

    private static let gtkProblem = problem(
        running: "pkg-config", "--exists", "gtk4",
        orSaying: "needs GTK 4 with its headers (Debian package: libgtk-4-dev)")

    private static let varlinkProblem = problem(
        running: Python.withVarlink, "-c", "import varlink",
        orSaying: "needs the varlink client of PyPI (scripts/install-dependencies test)")

    private static let userManagerProblem = problem(running: UserManager.script, "true")
}

extension Trait where Self == ConditionTrait {
    /// Runs the test only where these components can run; with `CI=true` they must.
    package static func requires(_ requirements: Requirement...) -> Self {
        .enabled(comment(for: requirements)) {
            let problems = requirements.compactMap(\.problem)
            if problems.isEmpty { return true }
            guard ProcessInfo.processInfo.environment["CI"] == "true" else { return false }
            throw HarnessFailure(
                "CI=true skips nothing, and this test \(problems.joined(separator: ", "))")
        }
    }

    private static func comment(for requirements: [Requirement]) -> Comment {
        Comment(rawValue: requirements.compactMap(\.problem).joined(separator: ", "))
    }
}
