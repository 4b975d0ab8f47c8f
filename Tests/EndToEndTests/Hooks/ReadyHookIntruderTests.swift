import AppearanceTestSupport
import Foundation
import Testing

/// Another user of the machine, who lays sockets, folders, links and terminals where the ready-made hooks
/// of the session's user look for those of the user's own programs.
@Suite(.bounded, .requires(.root, .recolouredPrograms)) struct ReadyHookIntruderTests {
    /// The user of the session, and the other one.
    private static let (user, intruder): (UInt32, UInt32) = (54322, 54321)

    private let home: TestHome
    /// A folder like /tmp: everybody may write in it, and replaces nothing of others.
    private let top: String

    init() throws {
        home = try TestHome()
        top = home.path + "/tmp"
        try #require(chmod(home.path, 0o755) == 0)
        try makeFolder(top, 0o1777, 0)
        try makeFolder(home.path + "/user", 0o700, Self.user)
        // The tree may be in a folder of root.
        let copied = try ChildProcess.run(
            "sh",
            [
                "-c", "cp -r \"$0\" \"$1\" && chmod -R a+rX \"$1\"", Self.hooks,
                home.path + "/hooks",
            ],
            environment: TestHome.plainEnvironment)
        try #require(copied.status == .exited(0), "\(copied.errors)")
    }

    private static let hooks = Repository.root + "/config/hooks-available"

    private func makeFolder(_ path: String, _ mode: UInt32, _ owner: UInt32) throws {
        try #require(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0, "\(path)")
        try #require(chown(path, owner, owner) == 0)
    }

    /// The environment in which programs of the session's user use the folder `top`.
    private func environment(_ top: String) -> [String: String] {
        TestHome.plainEnvironment.merging([
            "HOME": home.path + "/user", "TMPDIR": top, "TMUX_TMPDIR": top,
        ]) { $1 }
    }

    private static func command(_ program: String, _ arguments: [String], as user: UInt32)
        -> [String]
    {
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program] + arguments
    }

    private func run(
        _ program: String, _ arguments: String..., environment: [String: String]
    ) throws -> FinishedProcess {
        try ChildProcess.run(
            "setpriv", Self.command(program, arguments, as: Self.user), environment: environment)
    }

    private func run(hook: String, _ environment: [String: String]) throws -> FinishedProcess {
        try run(home.path + "/hooks/" + hook, "night", environment: environment)
    }

    /// The folder and the socket of a program, below that for temporary files.
    struct Place: CustomTestStringConvertible {
        let hook: String
        let folders: [String]
        let socket: String

        var testDescription: String { ([hook] + folders).joined(separator: "/") }

        static let all = [
            Place(hook: "tmux", folders: ["tmux-54322"], socket: "default"),
            Place(hook: "emacs", folders: ["emacs54322"], socket: "server"),
            Place(hook: "neovim", folders: ["nvim.user", "aB3xYz"], socket: "nvim.1.0"),
            Place(hook: "neovim", folders: ["nvim.aB3xYz"], socket: "nvim.1.0"),
            // Before 0.8.
            Place(hook: "neovim", folders: ["nvimaB3xYz"], socket: "0"),
        ]
    }

    /// A change of the path of a socket by the intruder.
    enum Trap: CaseIterable {
        case nothing, ownFolder, ownFolderAbove, linkToFolder, sharedFolder, folderOfGroup
        case sharedFolderAbove
    }

    /// A socket of the session's user in a folder that the other can change would be replaced by one of the
    /// other's between any check and its use.
    @Test(.row("C13"), arguments: Place.all, Trap.allCases)
    func `a socket is used only where nobody else can replace it`(_ place: Place, _ trap: Trap)
        throws
    {
        var above = top
        switch trap {
        case .ownFolderAbove:
            above = top + "/theirs"
            try makeFolder(above, 0o755, Self.intruder)
        case .sharedFolderAbove:
            above = top + "/shared"
            try makeFolder(above, 0o777, 0)
        // Names are no patterns, and not cut into words or lines.
        default:
            above = top + "/o n*e\n[a]"
            try makeFolder(above, 0o755, 0)
        }
        var folder = above
        for name in place.folders {
            folder += "/" + name
            let isFirst = name == place.folders.first
            switch trap {
            case .ownFolder where isFirst: try makeFolder(folder, 0o755, Self.intruder)
            case .sharedFolder where isFirst: try makeFolder(folder, 0o777, Self.user)
            case .folderOfGroup where isFirst: try makeFolder(folder, 0o770, Self.user)
            case .linkToFolder where isFirst:
                try makeFolder(top + "/elsewhere", 0o700, Self.user)
                try #require(symlink(top + "/elsewhere", folder) == 0)
                try #require(lchown(folder, Self.intruder, Self.intruder) == 0)
            default: try makeFolder(folder, 0o700, Self.user)
            }
        }
        let socket = folder + "/" + place.socket
        // The address is shorter than the path.
        let directory = open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(directory) }
        let listener = try HangingUpListener(at: "/proc/self/fd/\(directory)/\(place.socket)")
        try #require(chown(socket, Self.user, Self.user) == 0 && chmod(socket, 0o777) == 0)
        let result = try run(hook: place.hook, environment(above))
        let connections = listener.count
        if trap == .nothing {
            #expect(connections > 0, "\(result.errors)")
            #expect(result.status == .exited(0), "\(result.errors)")
        } else {
            #expect(connections == 0)
            // Others have folders for Neovim too, so one of theirs is nothing to report.
            let isReported = result.errors.contains("\(folder) is not used, because another user")
            #expect(isReported == (place.hook != "neovim"), "\(result.errors)")
            #expect(result.status == .exited(isReported ? 1 : 0))
        }
    }

    @Test(.row("C13")) func `the user's own programs follow in a folder that everybody shares`()
        throws
    {
        let environment = environment(top)
        func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
            try ChildProcess(
                "setpriv", Self.command(program, arguments, as: Self.user),
                environment: environment,
                keepsInput: true)
        }
        let neovim = try start("nvim", "--headless", "--clean")
        let emacs = try start("emacs", "-Q", "--fg-daemon=test")
        let tmux = try run(
            "tmux", "-f", "/dev/null", "new-session", "-d", "cat", environment: environment)
        #expect(tmux.status == .exited(0), "\(tmux.errors)")
        defer { _ = try? run("tmux", "kill-server", environment: environment) }
        let deadline = Deadline()
        var socket: String?
        while socket == nil {
            socket = FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String }
                .first { $0.contains(/^nvim.*\/(0|nvim\..*)$/) }
            try deadline.check("Neovim to listen: \(neovim.text(on: .errors))")
        }
        let form = ["-s", top + "/emacs54322/test", "-e", "(face-background 'default)"]
        func background() throws -> FinishedProcess {
            try ChildProcess.run(
                "setpriv", Self.command("emacsclient", form, as: Self.user),
                environment: environment)
        }
        while try background().status != .exited(0) { try deadline.check("Emacs to answer") }
        for hook in ["tmux", "neovim", "emacs"] {
            let result = try run(hook: hook, environment)
            #expect(result.status == .exited(0) && result.errors.isEmpty, "\(result.errors)")
        }
        let style = try run("tmux", "show", "-gv", "window-style", environment: environment)
        #expect(style.output == "fg=#ff0000,bg=#000000\n")
        let tone = try run(
            "nvim", "--server", "\(top)/\(socket ?? "")", "--remote-expr", "g:appearance_night",
            environment: environment)
        #expect(tone.output + tone.errors == "1")
        #expect(try background().output == "\"#000000\"\n")
        withExtendedLifetime((neovim, emacs)) {}
    }

    /// A program named xterm with a terminal that everybody may write to, which prints what has been
    /// written to it.
    private static let terminal = """
        import os, select, sys
        open("/proc/self/comm", "w").write("xterm")
        end, terminal = os.openpty()
        os.chmod(os.ttyname(terminal), 0o666)
        print(os.ttyname(terminal), flush=True)
        sys.stdin.readline()
        print(os.read(end, 100) if select.select([end], [], [], 0)[0] else b"")
        """

    @Test(.row("C13"), arguments: [(user, true), (intruder, false)])
    func `only the user's own terminals are written to`(_ owner: UInt32, _ isWritten: Bool) throws {
        let terminal = try ChildProcess(
            "setpriv", Self.command("/usr/bin/python3", ["-c", Self.terminal], as: owner),
            environment: TestHome.plainEnvironment, keepsInput: true)
        let name = try terminal.waitForLine(containing: "/dev/pts/")
        #expect(try run(hook: "terminals", environment(top)).status == .exited(0))
        if !isWritten {
            // Its number was that of one of the user's terminals when the hook looked for these.
            let sent = try run(
                "sh", "-c", ". \"$0\"; terminals() { echo \"$terminal\"; }; unpaint xterm",
                home.path + "/hooks/lib/palette",
                environment: environment(top).merging(["terminal": name]) { $1 })
            #expect(sent.status == .exited(0), "\(sent.errors)")
        }
        try terminal.write(line: "")
        #expect(try terminal.waitForLine(containing: "b'").hasPrefix("b'\\x1b]") == isWritten)
    }

    /// Sockets and folders for temporary files appear in no other ready-made hook.
    @Test func `every ready-made hook that looks for sockets asks whose they are`() throws {
        for hook in try FileManager.default.contentsOfDirectory(atPath: Self.hooks)
        where hook != "lib" {
            let text = try String(contentsOfFile: Self.hooks + "/" + hook, encoding: .utf8)
            let looks = ["[ -S ", "/tmp", "XDG_RUNTIME_DIR", "--server", ".sock"].contains {
                text.contains($0)
            }
            #expect(looks == text.contains("private \""), "\(hook)")
        }
    }
}
