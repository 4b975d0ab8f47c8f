internal import AppearanceDesktop
internal import AppearanceProtocol
internal import Console
internal import Glibc
internal import Linux

/// A running program of this user.
struct RunningProgram: Equatable {
    let process: Int32
    /// The name of the program, or of the script that it runs.
    let name: String
    /// The name of the desktop shell that it runs, if the program is Quickshell; otherwise `nil`.
    var shell: String?

    /// Whether its file was replaced or removed since it started, as by an upgrade.
    var isReplaced = false

    /// Whether it has the runtime directory of this process, as the programs of one login have.
    var isOfThisSession: Bool {
        let name = "XDG_RUNTIME_DIR"
        return Self.variables(of: process)[name] == CurrentProcess.variable(name)
    }

    /// Whether it is known to change the colours of the screen.
    var changesColours: Bool { NightLight.otherPrograms.contains(String(name.prefix(15))) }

    /// Returns all of them from /proc; none if that is unreadable.
    static func all() -> [RunningProgram] {
        FileWriting.files(in: "/proc").compactMap { folder in
            guard let process = Int32(folder.dropFirst("/proc/".count)), isOurs(folder),
                let line = FileReading.text(of: folder + "/cmdline")
            else { return nil }
            let words = line.split(separator: "\0").prefix(8).map(String.init)
            guard let name = name(Array(words.prefix(3))) else { return nil }
            var program = RunningProgram(process: process, name: name)
            program.isReplaced = file(of: process)?.hasSuffix(" (deleted)") == true
            if quickshell.contains(name) {
                program.shell = shell(Array(words.dropFirst()), variables(of: process))
            }
            return program
        }
    }

    private static let quickshell: Set = ["qs", "quickshell", ".qs-wrapped", ".quickshell-wrapped"]

    /// Returns the last name in the configuration of Quickshell, such as `dms` of
    /// `qs -p /usr/share/quickshell/dms`.
    ///
    /// https://quickshell.org/docs/guide/install-setup
    private static func shell(_ arguments: [String], _ variables: [String: String]) -> String? {
        var configuration = variables["QS_CONFIG_PATH"] ?? variables["QS_CONFIG_NAME"]
        for (index, argument) in arguments.enumerated() {
            if ["-c", "--config", "-p", "--path"].contains(argument), index + 1 < arguments.count {
                configuration = arguments[index + 1]
            }
            for option in ["--config=", "--path="] where argument.hasPrefix(option) {
                configuration = String(argument.dropFirst(option.count))
            }
        }
        let names = configuration?.split(separator: "/").map(String.init) ?? []
        return names.last == "shell.qml" ? names.dropLast().last : names.last
    }

    private static func isOurs(_ folder: String) -> Bool {
        var status = stat()
        return stat(folder, &status) == 0 && status.st_uid == getuid()
    }

    /// Returns the name of a program; for Python, that of the script or of the module after `-m`.
    private static func name(_ arguments: [String]) -> String? {
        let names = arguments.map { $0.split(separator: "/").last.map(String.init) ?? "" }
        guard let program = names.first, !program.isEmpty else { return nil }
        guard program.hasPrefix("python"), names.count > 1 else { return program }
        return names[1] == "-m" && names.count > 2 ? names[2] : names[1]
    }

    /// Returns the environment that a process was started with; empty if it is unreadable.
    static func variables(of process: Int32) -> [String: String] {
        let text = FileReading.text(of: "/proc/\(process)/environ", limit: 4 << 20) ?? ""
        return Dictionary(assignments: text.split(separator: "\0"))
    }

    /// Returns the start time of a process in seconds since the epoch; `nil` if it is unreadable.
    ///
    /// Field 22 of its `stat` counts ticks since boot, proc(5).
    static func start(of process: Int32) -> Int? {
        let boot = FileReading.text(of: "/proc/stat")?.split(separator: "\n")
            .first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst("btime ".count)) }
        // The name, in parentheses, may contain any character.
        let fields = FileReading.text(of: "/proc/\(process)/stat")?.split(separator: ")").last?
            .split(separator: " ")
        guard let boot, let fields, fields.count > 19, let ticks = Int(fields[19])
        else { return nil }
        return boot + ticks / Int(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the executable of a process; `nil` if it is unreadable.
    static func file(of process: Int32) -> String? { File.linkTarget("/proc/\(process)/exe") }
}

extension [String: String] {
    /// Creates a dictionary of lines such as `NAME=value`.
    init(assignments lines: [Substring]) {
        self.init()
        for line in lines {
            guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            self[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
    }
}

/// The names on a bus: their owners, and those that can be activated.
struct BusNames {
    struct Owner: Equatable {
        /// The unique name of the connection, such as `:1.42`.
        let connection: String
        let process: Int32?
        let program: String
    }

    private(set) var owners: [String: Owner] = [:]
    private(set) var activatable: Set<String> = []

    static let own = "io.github.appearanced"
    static let ownBackend = "org.freedesktop.impl.portal.desktop.appearanced"
    static let portal = "org.freedesktop.portal.Desktop"
    /// Our extension of GNOME Shell.
    static let shellExtension = "io.github.appearanced.GnomeShell"
    static let kwin = "org.kde.KWin"
    /// Our effect of KWin.
    static let kwinEffect = "io.github.appearanced.KWin"
    static let sensorProxy = "net.hadess.SensorProxy"

    static let sessionCommand = Command(
        "busctl", "--user", "--json=short", "list", "--acquired", "--activatable")
    static let systemCommand = Command("busctl", "--system", "--json=short", "list", "--acquired")

    init(_ text: String) throws(CommandLineError) {
        guard let rows = (try? JSON(decoding: Array(text.utf8)))?.array else {
            throw CommandLineError("The output of busctl is not understood.")
        }
        for row in rows {
            guard let name = row["name"]?.string else { continue }
            let connection = row["connection"]?.string ?? ""
            if connection == "(activatable)" {
                activatable.insert(name)
            } else {
                owners[name] = Owner(
                    connection: connection,
                    process: row["pid"]?.integer.flatMap { Int32(exactly: $0) },
                    program: row["process"]?.string ?? "")
            }
        }
    }

    subscript(name: String) -> Owner? { owners[name] }
}

extension BusNames.Owner {
    /// The owner in a sentence: `gtk-settings (process 4242)`.
    var text: String {
        let program = program.isEmpty ? "another program" : program.excerpt
        return process.map { "\(program) (process \($0))" } ?? program
    }
}
