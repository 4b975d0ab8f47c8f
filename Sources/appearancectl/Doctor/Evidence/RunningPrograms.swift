internal import AppearanceProtocol
internal import Console
internal import Glibc

/// A running program of this user.
struct RunningProgram: Equatable {
    let process: Int32
    /// The name of the program, or of the script that it runs.
    let name: String

    /// Returns all of them from /proc; none if that is unreadable.
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

    /// Returns the name of a program; for Python, that of the script or of the module after `-m`.
    private static func name(_ arguments: [String]) -> String? {
        let names = arguments.map { $0.split(separator: "/").last.map(String.init) ?? "" }
        guard let program = names.first, !program.isEmpty else { return nil }
        guard program.hasPrefix("python"), names.count > 1 else { return program }
        return names[1] == "-m" && names.count > 2 ? names[2] : names[1]
    }

    /// Returns the environment that a process was started with; empty if it is unreadable.
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

    /// Returns the start time of a process in seconds since the epoch; `nil` if it is unreadable.
    ///
    /// Field 22 of its `stat` counts ticks since boot, proc(5).
    static func start(of process: Int32) -> Int? {
        func text(_ path: String) -> String? {
            (try? FileReading.bytes(of: path, limit: 1 << 20)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let boot = text("/proc/stat")?.split(separator: "\n")
            .first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst("btime ".count)) }
        // The name, in parentheses, may contain any character.
        let fields = text("/proc/\(process)/stat")?.split(separator: ")").last?
            .split(separator: " ")
        guard let boot, let fields, fields.count > 19, let ticks = Int(fields[19])
        else { return nil }
        return boot + ticks / Int(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the executable of a process; `nil` if it is unreadable.
    static func file(of process: Int32) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path[..<count].map(UInt8.init(bitPattern:))[...])
    }
}

extension String {
    /// Creates a text from foreign bytes.
    fileprivate init(decoding bytes: ArraySlice<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

/// The names on a bus: their owners, and those that can be activated.
struct BusNames {
    /// The owner of a name.
    struct Owner: Equatable {
        /// The unique name of the connection, such as `:1.42`.
        let connection: String
        let process: Int32?
        /// The name of the process.
        let program: String
    }

    private(set) var owners: [String: Owner] = [:]
    private(set) var activatable: Set<String> = []

    static let own = "io.github.appearanced"
    static let ownBackend = "org.freedesktop.impl.portal.desktop.appearanced"
    static let portal = "org.freedesktop.portal.Desktop"
    static let sensorProxy = "net.hadess.SensorProxy"

    static let sessionCommand = Command(
        "busctl", "--user", "--json=short", "list", "--acquired", "--activatable")
    static let systemCommand = Command(
        "busctl", "--system", "--json=short", "list", "--acquired")

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
