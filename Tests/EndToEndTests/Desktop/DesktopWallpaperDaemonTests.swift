import AppearanceTestSupport
import Foundation
import Testing

/// The pictures of awww, swww and hyprpaper, which Debian 12 does not have: stand-ins with their lines and
/// errors, and no other wallpaper daemon in `PATH`.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopWallpaperDaemonTests {
    private let scene: DesktopScene
    /// The paths of the pictures by name.
    private let pictures: [String: String]
    private let environment: [String: String]

    init() throws {
        scene = try DesktopScene("[desktop]\nfollow = \"auto\"\n", names: "sway")
        var pictures: [String: String] = [:]
        for name in ["it's day: /1", "dusk $HOME = /x", "night", "my own", "yours"] {
            pictures[name] = try scene.home.write("P3", to: "pictures/\(name).ppm")
        }
        self.pictures = pictures
        for tool in [
            "sh", "cat", "cp", "gsettings", "grep", "ls", "readlink", "rm", "sed", "timeout",
        ] {
            try scene.home.write(
                program: "#!/bin/sh\nexec /usr/bin/\(tool) \"$@\"\n", to: "tools/\(tool)")
        }
        environment = [
            "PATH": "\(scene.home.path)/stand-in:\(scene.home.path)/tools",
            "SHOWN": scene.home.path + "/shown", "WAYLAND_DISPLAY": "wayland-7",
        ]
        try configure(dark: "dusk $HOME = /x")
    }

    private func configure(light: String = "it's day: /1", dark: String) throws {
        try scene.configure(
            """
            [desktop]
            follow = "auto"
            wallpaper = { light = "\(path(light))", dark = "\(path(dark))", \
            night = "\(path("night"))" }

            """)
    }

    private func path(_ name: String) -> String {
        pictures[name] ?? "\(scene.home.path)/pictures/\(name).ppm"
    }

    /// Shows something on an output, as its program does by itself.
    private func show(_ shown: [String: String]) throws {
        for (output, picture) in shown { try scene.home.write(picture, to: "shown/\(output)") }
    }

    private func shown() throws -> [String: String] {
        let folder = scene.home.path + "/shown"
        let outputs = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try outputs.reduce(into: [:]) { shown, output in
            shown[output] = try String(contentsOfFile: "\(folder)/\(output)", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
        }
    }

    /// Waits until every output shows a picture.
    private func wait(for picture: String) throws {
        try scene.wait(for: "\(Set([picture]))") { "\(Set(try shown().values))" }
    }

    /// Waits until a picture is shown, and the daemon has found that it is.
    private func waitUntilRead(_ picture: String) throws {
        try FileWatch.wait(for: scene.home.path + "/commands") {
            $0.hasSuffix("img \(picture)\nquery\n")
        }
    }

    @discardableResult
    private func run(_ words: String...) throws -> FinishedProcess {
        let run = try ChildProcess.run(
            words[0], Array(words.dropFirst()),
            environment: scene.environment.merging(environment) { $1 })
        #expect(run.status == .exited(0), "\(words): \(run.errors)\(run.output)")
        return run
    }

    private func set(_ mode: String, of daemon: RunningDaemon) throws {
        #expect(try daemon.appearancectl("set", mode).status == .exited(0))
    }

    // MARK: awww and swww

    /// Installs a stand-in: its first line is of swww before 0.11, or of awww with a namespace, which may be
    /// empty.
    private func install(_ program: String, before line: String) throws {
        _ = try scene.stand(
            in: program,
            #"""
            cd "$SHOWN" 2>/dev/null || { echo 'Error: "socket file not found"' >&2; exit 1; }
            command=$1; shift
            outputs=$(ls)
            [ "$1" != -o ] || { outputs=$2; shift 2; }
            case $command in
            query)
                for o in *; do echo "\#(line)$o: 1920x1080, scale: 1.5, currently displaying: $(cat "$o")"; done ;;
            img)
                picture=$(readlink -e "$1") || { echo "Error: \"Path '$1' does not exist\"" >&2; exit 2; }
                for o in $outputs; do [ -e "$o" ] && echo "image: $picture" >"$o"; done ;;
            clear)
                # In the order of the bytes of a pixel, as swww 0.11 does.
                echo "color: $1" | sed 's/\(..\)\(..\)\(..\)$/\3\2\1/' >"$outputs" ;;
            *) exit 2 ;;
            esac
            echo "$command${1:+ $1}" >>../commands
            """#)
    }

    @Test(arguments: [("swww", ""), ("awww", ": "), ("awww", "my name: ")])
    func `awww shows the pictures on every output, and reset the user's own`(
        program: String, line: String
    ) throws {
        try install(program, before: line)
        let own = ["DP-1": "image: \(path("my own"))", "DP-2": "color: 203040"]
        try show(own)
        let daemon = try scene.daemon(environment)
        try wait(for: "image: \(path("it's day: /1"))")
        try set("dark", of: daemon)
        try wait(for: "image: \(path("dusk $HOME = /x"))")
        try set("night", of: daemon)
        try wait(for: "image: \(path("night"))")
        #expect(daemon.log("<4>") == [])
        try run(BuiltProducts.appearancectl, "reset")
        #expect(try shown() == own)
    }

    @Test func `a picture that the user chooses with awww is the one restored`() throws {
        try install("awww", before: ": ")
        try show(["DP-1": "image: \(path("my own"))"])
        let daemon = try scene.daemon(environment)
        try wait(for: "image: \(path("it's day: /1"))")
        try run(scene.home.path + "/stand-in/awww", "img", path("yours"))
        try set("dark", of: daemon)
        try wait(for: "image: \(path("dusk $HOME = /x"))")
        try run(BuiltProducts.appearancectl, "reset")
        #expect(try shown() == ["DP-1": "image: \(path("yours"))"])
    }

    @Test func `a picture chosen while dark gives way to ours for light`() throws {
        try install("awww", before: ": ")
        try show(["DP-1": "image: \(path("my own"))"])
        let daemon = try scene.daemon(environment)
        try set("dark", of: daemon)
        try waitUntilRead(path("dusk $HOME = /x"))
        try run(scene.home.path + "/stand-in/awww", "img", path("yours"))
        try set("light", of: daemon)
        try wait(for: "image: \(path("it's day: /1"))")
        try run(BuiltProducts.appearancectl, "reset")
        #expect(try shown() == ["DP-1": "image: \(path("yours"))"])
    }

    @Test func `a screen that is plugged in follows, and the original outlives the session`() throws
    {
        try install("awww", before: ": ")
        let own = ["DP-1": "image: \(path("my own"))", "DP-2": "image: \(path("yours"))"]
        try show(own)
        var daemon = try scene.daemon(environment)
        try wait(for: "image: \(path("it's day: /1"))")
        try set("dark", of: daemon)
        try wait(for: "image: \(path("dusk $HOME = /x"))")
        try waitUntilRead(path("dusk $HOME = /x"))
        // What it showed when it was plugged out.
        try show(["DP-2": "image: \(path("it's day: /1"))"])
        try set("light", of: daemon)
        try wait(for: "image: \(path("it's day: /1"))")
        try daemon.process.terminate()
        try show(["DP-1": "image: \(path("dusk $HOME = /x"))"])
        daemon = try scene.daemon(environment)
        try wait(for: "image: \(path("it's day: /1"))")
        try run(BuiltProducts.appearancectl, "reset")
        #expect(try shown() == own)
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a picture that the user chooses for one screen stays until the next change`() throws
    {
        try install("awww", before: ": ")
        let own = ["DP-1": "image: \(path("it's day: /1"))", "DP-2": "image: \(path("my own"))"]
        try show(own)
        let daemon = try scene.daemon(environment)
        try set("dark", of: daemon)
        try waitUntilRead(path("dusk $HOME = /x"))
        try show(["DP-2": "image: \(path("yours"))"])
        try set("light", of: daemon)
        try wait(for: "image: \(path("it's day: /1"))")
        try run(BuiltProducts.appearancectl, "reset")
        #expect(try shown() == own)
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a link is known by its target`() throws {
        try install("awww", before: ": ")
        try show(["DP-1": "image: \(path("my own"))"])
        let target = try scene.home.write("P3", to: "pictures/all dark.ppm")
        try FileManager.default.createSymbolicLink(
            atPath: path("link"), withDestinationPath: target)
        try configure(dark: "link")
        let daemon = try scene.daemon(environment)
        try wait(for: "image: \(path("it's day: /1"))")
        try set("dark", of: daemon)
        try wait(for: "image: \(target)")
        try set("night", of: daemon)
        try wait(for: "image: \(path("night"))")
    }

    @Test func `a picture from standard input is not replaced`() throws {
        try install("awww", before: ": ")
        try show(["DP-1": "image: STDIN"])
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "cannot set Wayland background pictures: neither awww", on: .errors)
        #expect(try shown() == ["DP-1": "image: STDIN"])
    }

    @Test func `without a wallpaper daemon one warning names all that could show it`() throws {
        try install("awww", before: ": ")
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "neither awww, hyprpaper nor swaybg shows a picture", on: .errors)
        try set("dark", of: daemon)
        try scene.wait(for: "prefer-dark")
        #expect(daemon.log("<4>").count == 1)
    }

    // MARK: hyprpaper

    /// Installs a stand-in for hyprctl, for hyprpaper before 0.8 or since; the file `all` has the picture of
    /// outputs without an assignment.
    private func installHyprpaper(isOld: Bool) throws {
        let listing =
            isOld
            ? #"""
            preload) [ -e "$2" ] && echo "$2" >>../loaded && echo ok ;;
            listactive)
                for o in *; do
                    case $o in all) echo " = $(cat all)" ;; *) echo "$o = $(cat "$o")" ;; esac
                done ;;
            """#
            : #"""
            listactive) for o in *; do [ "$o" = all ] || echo "$o: $(cat "$o")"; done ;;
            """#
        _ = try scene.stand(
            in: "hyprctl",
            #"""
            [ "$1" = hyprpaper ] || exit 1
            shift
            cd "$SHOWN" 2>/dev/null || { echo "Couldn't connect to /run/hypr/.hyprpaper.sock. (3)"; exit 3; }
            case $1 in
            \#(listing)
            wallpaper)
                o=${2%%,*} picture=${2#*,}
                case \#(isOld) in
                true)
                    grep -qxF "$picture" ../loaded || { echo 'wallpaper failed (not preloaded)'; exit; }
                    echo ok ;;
                false)
                    picture=${picture%%,*}
                    [ -e "$picture" ] || { echo "error: bad path: $picture"; exit 1; }
                    [ -z "$o" ] || [ -e "$o" ] || { echo 'error: Invalid monitor'; exit 1; } ;;
                esac
                case $o in
                '') echo "$picture" >all; for o in $(cat ../followers); do echo "$picture" >"$o"; done ;;
                *) echo "$picture" >"$o"; sed -i "/^$o\$/d" ../followers ;;
                esac ;;
            *) echo 'error: invalid hyprpaper request'; exit 1 ;;
            esac
            """#)
    }

    @Test(arguments: [true, false])
    func `hyprpaper shows the pictures on every output, and reset the user's own`(
        isOld: Bool
    ) throws {
        try installHyprpaper(isOld: isOld)
        let own = ["DP-1": path("my own"), "DP-2": path("yours"), "all": path("yours")]
        try show(own)
        try scene.home.write("DP-2\n", to: "followers")
        let daemon = try scene.daemon(environment)
        try wait(for: path("it's day: /1"))
        try set("dark", of: daemon)
        try wait(for: path("dusk $HOME = /x"))
        try set("night", of: daemon)
        try wait(for: path("night"))
        #expect(daemon.log("<4>") == [])
        // Nothing has been assigned to it.
        #expect(try run("cat", scene.home.path + "/followers").output == "DP-2\n")
        try run(BuiltProducts.appearancectl, "reset")
        let shown = try shown()
        #expect(shown["DP-1"] == path("my own"))
        #expect(shown["DP-2"] == path("yours"))
    }

    @Test(arguments: ["hyprctl", "awww"])
    func `a program that hangs is named in the warning`(program: String) throws {
        _ = try scene.stand(in: program, "exec /usr/bin/tail -f /dev/null")
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "cannot set Wayland background pictures:", on: .errors)
        let warnings = daemon.log("<4>")
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("\(program) does not answer") == true, "\(warnings)")
    }

    /// Makes a command of a stand-in hang.
    private func hang(_ command: String, of program: String) throws {
        let path = scene.home.path + "/stand-in/\(program)"
        let script = try String(contentsOfFile: path, encoding: .utf8)
        try scene.home.write(
            program: script.replacing(
                "\(command))", with: "\(command)) exec /usr/bin/tail -f /dev/null ;;\n9)"),
            to: "stand-in/\(program)")
    }

    @Test func `a hyprctl that hangs when a picture is set is named in the warning`() throws {
        try installHyprpaper(isOld: false)
        try show(["DP-1": path("my own")])
        try hang("wallpaper", of: "hyprctl")
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "hyprpaper: hyprctl does not answer", on: .errors)
    }

    @Test func `an awww that hangs when a picture is set is named in the warning`() throws {
        try install("awww", before: ": ")
        try show(["DP-1": "image: \(path("my own"))"])
        try hang("img", of: "awww")
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(containing: "awww does not answer", on: .errors)
    }

    @Test func `a comma in a path is a warning of hyprpaper`() throws {
        try installHyprpaper(isOld: false)
        try show(["DP-1": path("my own")])
        try scene.home.write("", to: "followers")
        let light = try scene.home.write("P3", to: "pictures/1, 2.ppm")
        try configure(light: "1, 2", dark: "night")
        let daemon = try scene.daemon(environment)
        try daemon.process.waitForLine(
            containing: "hyprpaper reads no path with a comma: \(light)", on: .errors)
        #expect(try shown() == ["DP-1": path("my own")])
        #expect(daemon.log("<4>").count == 1)
    }
}
