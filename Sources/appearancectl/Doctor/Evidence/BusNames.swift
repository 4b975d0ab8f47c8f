internal import AppearanceProtocol
internal import Glibc

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
