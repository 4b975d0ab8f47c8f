import AppearanceTestSupport
import Foundation
import Testing

@testable import AppearanceDesktop

/// The script of background pictures by itself.
///
/// `DesktopSwaybgTests`, `DesktopX11Tests`, `DesktopXfceTests` and
/// `DesktopWallpaperDaemonTests` have it run by the daemon.
@Suite(.bounded) struct WallpaperScriptTests {
    private static let path = Repository.root + "/Sources/AppearanceDesktop/Settings/wallpaper.sh"
    private let home: TestHome
    private let environment: [String: String]

    init() throws {
        home = try TestHome()
        environment = TestHome.plainEnvironment.merging([
            "HOME": home.path, "PATH": "\(home.path)/stand-in:/usr/bin:/bin", "SHOWN": home.path,
            "WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": home.path,
        ]) { $1 }
        for program in ["awww", "swww", "hyprctl"] { try stand(in: program, "exit 1") }
    }

    private func stand(in program: String, _ script: String) throws {
        try home.write(program: "#!/bin/sh\n\(script)\n", to: "stand-in/\(program)")
    }

    private func run(_ words: String..., by shell: String = "sh") throws -> FinishedProcess {
        try ChildProcess.run(shell, [Self.path] + words, environment: environment)
    }

    @Test func `the programs contain the script`() throws {
        #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == WallpaperScript.text)
    }

    @Test(arguments: [[], ["x11"], ["wayland", "put"], ["xfconf", "read"], ["fail", "read"]])
    func `an unknown command is refused with the known ones`(words: [String]) throws {
        let run = try ChildProcess.run("sh", [Self.path] + words, environment: environment)
        #expect(run.status == .exited(2) && run.output.isEmpty)
        #expect(
            run.errors == "wallpaper: expected x11, xfconf or wayland, then read, show or restore\n"
        )
    }

    @Test(arguments: ["sh", "bash"])
    func `the user's own commands of swaybg run as they were, word by word`(shell: String) throws {
        try stand(
            in: "swaybg",
            #"""
            { pwd; printf '<%s>' "$@"; echo; } >"$SHOWN/$2"
            echo $$ >>"$SHOWN/running"
            exec tail -f /dev/null
            """#)
        // The first time there is none; later it waits for those that were started.
        try stand(
            in: "pgrep",
            #"""
            [ -e "$SHOWN/asked" ] || { : >"$SHOWN/asked"; exit 1; }
            until [ "$(wc -l <"$SHOWN/running")" = 2 ]; do
                [ -e "$SHOWN/asked" ] || exit
                sleep 0.1
            done 2>/dev/null
            cat "$SHOWN/running"
            """#)
        defer {
            let running = try? String(contentsOfFile: home.path + "/running", encoding: .utf8)
            for process in running?.split(separator: "\n") ?? [] {
                if let process = Int32(process) { kill(process, SIGKILL) }
            }
        }
        let folder = home.path + "/it's a $(folder)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let run = try run(
            "wayland", "restore", "swaybg", "7", folder, "swaybg", "-o", "one", "-i",
            "it's $HOME;\n.png", "-c", "", "3", home.path + "/missing", "swaybg", "-o", "two",
            by: shell)
        #expect(run.status == .exited(0) && run.errors.isEmpty, "\(run.errors)")
        let first = try String(contentsOfFile: home.path + "/one", encoding: .utf8)
        #expect(first == "\(folder)\n<-o><one><-i><it's $HOME;\n.png><-c><>\n")
        let second = try String(contentsOfFile: home.path + "/two", encoding: .utf8)
        #expect(second == "/\n<-o><two>\n")
    }

    @Test func `a swaybg that ends at once is an error, and the one before stays`() throws {
        try stand(in: "swaybg", "exit 3")
        try stand(in: "pgrep", #"echo "$OLD""#)
        let old = try ChildProcess("tail", ["-f", "/dev/null"], environment: environment)
        let run = try ChildProcess.run(
            "sh", [Self.path, "wayland", "show", Self.path],
            environment: environment.merging(["OLD": "\(old.processIdentifier)"]) { $1 })
        #expect(run.status == .exited(1) && run.errors == "swaybg has ended at once\n")
        #expect(kill(old.processIdentifier, 0) == 0)
        withExtendedLifetime(old) {}
    }

    /// On a busy machine it was taken for one that had ended, 0.3 s after its start.
    @Test func `a swaybg that starts slowly is waited for`() throws {
        try stand(in: "swaybg", #"echo $$ >"$SHOWN/running"; exec tail -f /dev/null"#)
        // It is listed when it is asked for the fifth time.
        try stand(
            in: "pgrep",
            #"""
            echo >>"$SHOWN/asked"
            echo "$OLD"
            [ "$(wc -l <"$SHOWN/asked")" -lt 5 ] || cat "$SHOWN/running"
            """#)
        let old = try ChildProcess("tail", ["-f", "/dev/null"], environment: environment)
        let run = try ChildProcess.run(
            "sh", [Self.path, "wayland", "show", Self.path],
            environment: environment.merging(["OLD": "\(old.processIdentifier)"]) { $1 })
        let running = try String(contentsOfFile: home.path + "/running", encoding: .utf8)
        let process = try #require(Int32(running.dropLast()))
        defer { kill(process, SIGKILL) }
        #expect(run.status == .exited(0) && run.errors.isEmpty, "\(run.errors)")
        #expect(kill(process, 0) == 0)
        #expect(try old.expectExit() == .killed(signal: SIGTERM))
    }

    @Test func `without a wallpaper daemon nothing is read, and a picture is not shown`() throws {
        try stand(in: "pgrep", "exit 1")
        try stand(in: "swaybg", "exit 3")
        let read = try run("wayland", "read")
        #expect(read.status == .exited(0) && read.output.isEmpty)
        let show = try run("wayland", "show", Self.path)
        #expect(show.status == .exited(1) && show.errors == "none of them runs any more\n")
        let missing = try run("wayland", "show", "/missing.png")
        #expect(missing.errors == "/missing.png cannot be read\n")
    }

    @Test(arguments: ["awww", "hyprpaper"])
    func `pictures of a program that has ended are not shown by another`(program: String) throws {
        let run = try run("wayland", "restore", program, "DP-1", "image", "/a.png")
        #expect(
            run.errors == "the pictures were shown by \(program), which does not run\n"
                && run.status == .exited(1))
    }

    @Test func `every property of Xfce is set, until one fails`() throws {
        try stand(
            in: "xfconf-query",
            #"""
            case $3 in
            -l) printf '%s\n' /monitor0/last-image /workspace0/last-image /workspace0/image-style \
                /workspace1/last-image /workspace2/last-image ;;
            -p) [ "$4" != /workspace1/last-image ] || exit 4; printf '%s ' "$@" >>"$SHOWN/set" ;;
            esac
            """#)
        let show = try run("xfconf", "show", "desktop", "/last-image", "/it's $1.png")
        #expect(show.status == .exited(4))
        let restore = try run("xfconf", "restore", "desktop", "/a", "/1", "/d", "")
        #expect(restore.status == .exited(0))
        let set = try String(contentsOfFile: home.path + "/set", encoding: .utf8)
        #expect(
            set == "-c desktop -p /workspace0/last-image -s /it's $1.png "
                + "-c desktop -p /a -s /1 -c desktop -p /d -s  ")
    }
}
