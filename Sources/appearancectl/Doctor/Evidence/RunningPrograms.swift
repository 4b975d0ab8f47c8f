internal import AppearanceProtocol
internal import Glibc

/// A program of this user that runs.
struct RunningProgram: Equatable {
    let process: Int32
    /// What it is called: of a script, the script.
    let name: String

    /// All of them, by /proc; none where that shows nothing.
    static func all() -> [RunningProgram] {
        FileWriting.files(in: "/proc").compactMap { folder in
            guard let process = Int32(folder.dropFirst("/proc/".count)), isOurs(folder),
                let line = try? FileReading.bytes(of: folder + "/cmdline", limit: 1 << 20),
                let name = name(line.split(separator: 0).prefix(3).map(String.init(decoding:)))
            else { return nil }
            return RunningProgram(process: process, name: name)
        }
    }

    private static func isOurs(_ folder: String) -> Bool {
        var status = stat()
        return stat(folder, &status) == 0 && status.st_uid == getuid()
    }

    /// Behind Python, which many switchers are written in, stands the script or `-m` and a module.
    private static func name(_ arguments: [String]) -> String? {
        let names = arguments.map { $0.split(separator: "/").last.map(String.init) ?? "" }
        guard let program = names.first, !program.isEmpty else { return nil }
        guard program.hasPrefix("python"), names.count > 1 else { return program }
        return names[1] == "-m" && names.count > 2 ? names[2] : names[1]
    }

    /// The variables that a process of ours was started with; empty where they are not shown.
    static func variables(of process: Int32) -> [String: String] {
        let path = "/proc/\(process)/environ"
        guard let bytes = try? FileReading.bytes(of: path, limit: 4 << 20) else { return [:] }
        var variables: [String: String] = [:]
        for entry in bytes.split(separator: 0) {
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(decoding: entry[..<equals])] = String(
                decoding: entry[(equals + 1)...])
        }
        return variables
    }

    /// When a process was started, in seconds of the epoch; nil where that is not shown.
    ///
    /// Field 22 of its `stat` counts ticks since the machine's start, proc(5).
    static func start(of process: Int32) -> Int? {
        func text(_ path: String) -> String? {
            (try? FileReading.bytes(of: path, limit: 1 << 20)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let boot = text("/proc/stat")?.split(separator: "\n")
            .first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst("btime ".count)) }
        // The name, in brackets, may have anything in it.
        let fields = text("/proc/\(process)/stat")?.split(separator: ")").last?
            .split(separator: " ")
        guard let boot, let fields, fields.count > 19, let ticks = Int(fields[19])
        else { return nil }
        return boot + ticks / Int(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The file that a process of ours runs; nil where that is not shown.
    static func file(of process: Int32) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path[..<count].map(UInt8.init(bitPattern:))[...])
    }
}

extension String {
    /// Bytes that somebody else wrote.
    fileprivate init(decoding bytes: ArraySlice<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

/// Who has which name on a bus, and which names would start somebody.
struct BusNames {
    /// Who has a name.
    struct Owner: Equatable {
        /// The connection's own name, such as `:1.42`.
        let connection: String
        let process: Int32?
        /// What the process is called.
        let program: String
    }

    private(set) var owners: [String: Owner] = [:]
    private(set) var startable: Set<String> = []

    static let own = "io.github.appearanced"
    static let ownBackend = "org.freedesktop.impl.portal.desktop.appearanced"
    static let portal = "org.freedesktop.portal.Desktop"
    static let sensorProxy = "net.hadess.SensorProxy"

    static let sessionQuestion = Command(
        "busctl", "--user", "--json=short", "list", "--acquired", "--activatable")
    static let systemQuestion = Command(
        "busctl", "--system", "--json=short", "list", "--acquired")

    init(_ text: String) throws(Unavailable) {
        guard let rows = (try? JSON(decoding: Array(text.utf8)))?.array else {
            throw Unavailable("busctl lists the session bus in a way that is not understood here.")
        }
        for row in rows {
            guard let name = row["name"]?.string else { continue }
            let connection = row["connection"]?.string ?? ""
            if connection == "(activatable)" {
                startable.insert(name)
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
    /// `gtk-settings (process 4242)`.
    var words: String {
        let program = program.isEmpty ? "another program" : program.excerpt
        return process.map { "\(program) (process \($0))" } ?? program
    }
}
