import AppearanceTestSupport
import Foundation
import Testing

/// `portal install` and `remove`, on folders of a made-up desktop.
@Suite(.bounded) struct PortalCommandTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
    }

    private func run(_ verb: String, desktop: String = "Tiles:wlroots") throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", verb],
            environment: home.environment.merging([
                "XDG_CURRENT_DESKTOP": desktop, "XDG_CONFIG_DIRS": home.path + "/etc",
                "XDG_DATA_DIRS": home.path + "/share",
            ]) { $1 })
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
    }

    private static let own = "config/xdg-desktop-portal/"

    @Test(arguments: [
        (
            "[preferred]\ndefault=gtk\norg.freedesktop.impl.portal.Settings=gtk; darkman\n",
            "org.freedesktop.impl.portal.Settings=appearanced;gtk;darkman"
        ),
        (
            "# mine\n\n[preferred]\ndefault = wlr;gtk\nunknown",
            "org.freedesktop.impl.portal.Settings=appearanced;wlr;gtk"
        ),
        (
            "[preferred]\r\norg.freedesktop.impl.portal.Settings=none\r\n",
            "org.freedesktop.impl.portal.Settings=appearanced"
        ),
        (
            "[other]\norg.freedesktop.impl.portal.Settings=kde",
            "org.freedesktop.impl.portal.Settings=appearanced;gtk"
        ),
        (
            "[preferred]\ndefault=wlr;*\n",
            "org.freedesktop.impl.portal.Settings=appearanced;wlr"
        ),
        (
            "[preferred]\norg.freedesktop.impl.portal.Settings=*\n",
            "org.freedesktop.impl.portal.Settings=appearanced;gtk"
        ),
        (
            "[preferred]\norg.freedesktop.impl.portal.Settings=appearanced;gtk;*\n",
            "org.freedesktop.impl.portal.Settings=appearanced;gtk"
        ),
        ("", "org.freedesktop.impl.portal.Settings=appearanced;gtk"),
    ])
    func `the user's file keeps every line and is restored exactly`(
        before: String, line: String
    ) throws {
        let name = Self.own + "tiles-portals.conf"
        try home.write(before, to: name)
        let installed = try run("install")
        #expect(installed.status == .exited(0), "\(installed.errors)")
        let file = try #require(text(name))
        #expect(file.split(whereSeparator: \.isNewline).contains(Substring(line)), "\(file)")
        for kept in before.split(whereSeparator: \.isNewline) {
            #expect(file.contains(kept), "\(file)")
        }
        #expect(try run("install").output.contains("already asks appearanced first"))
        #expect(text(name) == file)
        #expect(try run("remove").status == .exited(0))
        #expect(text(name) == before)
    }

    @Test func `a file that is not UTF-8 is left alone`() throws {
        let name = Self.own + "tiles-portals.conf"
        let path = try home.write("", to: name)
        func expectRefusal(of verb: String, _ text: String) throws {
            let bytes = Data(Array("# caf".utf8) + [0xE9] + Array("\n[preferred]\n\(text)\n".utf8))
            try bytes.write(to: URL(filePath: path))
            let run = try run(verb)
            #expect(run.status == .exited(1), "\(run)")
            #expect(run.errors == "appearancectl: \(path) is not UTF-8, so it is left alone.\n")
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
        try expectRefusal(of: "install", "default=gtk")
        try expectRefusal(of: "remove", "org.freedesktop.impl.portal.Settings=appearanced")
    }

    @Test func `a line that was added to our section stays in it`() throws {
        let name = Self.own + "tiles-portals.conf"
        try home.write("[other]\na=b", to: name)
        #expect(try run("install").status == .exited(0))
        try home.write(try #require(text(name)) + "\ndefault=wlr\n", to: name)
        #expect(try run("remove").status == .exited(0))
        #expect(text(name) == "[other]\na=b\n[preferred]\ndefault=wlr\n")
    }

    @Test func `without a file the desktop's own is copied, and later removed`() throws {
        let shared = "[preferred]\ndefault=gtk\norg.freedesktop.impl.portal.ScreenCast=wlr\n"
        try home.write(shared, to: "share/xdg-desktop-portal/tiles-portals.conf")
        let installed = try run("install")
        let file = try #require(text(Self.own + "tiles-portals.conf"))
        #expect(file.contains("ScreenCast=wlr"))
        #expect(file.contains("org.freedesktop.impl.portal.Settings=appearanced;gtk\n"))
        #expect(installed.output.contains("systemctl --user restart xdg-desktop-portal"))
        #expect(text("data/xdg-desktop-portal/portals/appearanced.portal") != nil)
        #expect(try run("remove").status == .exited(0))
        #expect(text(Self.own + "tiles-portals.conf") == nil)
        #expect(text("data/xdg-desktop-portal/portals/appearanced.portal") == nil)
    }

    /// `*` starts every installed backend, and one that does not answer stops the portal.
    @Test func `a desktop without a portals.conf gets a file without a star`() throws {
        #expect(try run("install").status == .exited(0))
        #expect(
            text(Self.own + "tiles-portals.conf") == """
                # Written by appearancectl portal install
                [preferred]
                # appearancectl portal install: this line was added
                org.freedesktop.impl.portal.Settings=appearanced;gtk
                default=gtk

                """)
    }

    @Test func `install removes a star that was added to its line`() throws {
        let name = Self.own + "tiles-portals.conf"
        #expect(try run("install").status == .exited(0))
        let file = try #require(text(name))
        try home.write(file.replacing("=appearanced;gtk", with: "=appearanced;gtk;*"), to: name)
        let repaired = try run("install")
        #expect(repaired.output.contains("no longer starts every installed backend"))
        #expect(text(name) == file)
        #expect(try run("remove").status == .exited(0))
        #expect(text(name) == nil)
    }

    @Test func `a file that cannot be read keeps no other from being restored`() throws {
        #expect(try run("install").status == .exited(0))
        let folder = home.path + "/" + Self.own + "a-portals.conf"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let removed = try run("remove")
        #expect(removed.status == .exited(1))
        #expect(removed.errors == "appearancectl: \(folder): Is a directory.\n")
        #expect(removed.output.contains("tiles-portals.conf: removed"), "\(removed.output)")
        #expect(text(Self.own + "tiles-portals.conf") == nil)
    }

    @Test func `a file that was created by install and edited keeps the edits`() throws {
        _ = try run("install")
        let name = Self.own + "tiles-portals.conf"
        try home.write(
            try #require(text(name)) + "org.freedesktop.impl.portal.Print=gtk\n", to: name)
        #expect(try run("remove").status == .exited(0))
        let left = try #require(text(name))
        #expect(left.contains("Print=gtk") && !left.contains("Settings="))
    }

    @Test func `a system-wide backend file is not copied`() throws {
        let shipped = try Repository.text(of: "config/appearanced.portal")
        try home.write(shipped, to: "share/xdg-desktop-portal/portals/appearanced.portal")
        _ = try run("install", desktop: "")
        #expect(text("data/xdg-desktop-portal/portals/appearanced.portal") == nil)
        #expect(text(Self.own + "portals.conf") != nil)
    }

    @Test func `install writes the shipped backend file`() throws {
        _ = try run("install")
        #expect(
            try text("data/xdg-desktop-portal/portals/appearanced.portal")
                == Repository.text(of: "config/appearanced.portal"))
    }

    @Test func `a file that cannot be written is named`() throws {
        try home.write("", to: "config/xdg-desktop-portal")
        let refused = try run("install")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("tiles-portals.conf: Not a directory"))
    }

    @Test(.row("N45")) func `a file that nobody may write stays, also for root`() throws {
        let before = "[preferred]\ndefault=gtk\n"
        let file = try home.write(before, to: Self.own + "tiles-portals.conf")
        try #require(chmod(file, 0o444) == 0)
        let install = try run("install")
        #expect(install.status == .exited(1), "\(install)")
        #expect(
            install.errors.contains(
                "\(file) is read-only and is unchanged: its mode permits no change.\n"
                    + "To permit changes: chmod u+w \(file)"), "\(install)")
        #expect(text(Self.own + "tiles-portals.conf") == before)
    }

    @Test func `a desktop with its own switch is named`() throws {
        let installed = try run("install", desktop: "GNOME")
        #expect(installed.status == .exited(0))
        #expect(installed.errors.contains("GNOME has a switch of its own"))
        #expect(installed.errors.contains("appearancectl portal remove"))
    }

    @Test func `removing a missing file reports that it is missing`() throws {
        #expect(try run("remove").output == "No portals.conf of yours names appearanced.\n")
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}
