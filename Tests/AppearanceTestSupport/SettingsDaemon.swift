import Foundation

/// The part of GNOME's real settings daemon that decides on Night Light: the installed one, or the
/// one that scripts/install-dependencies has taken out of its package.
package final class SettingsDaemon: Sendable {
    /// The path of the program; `nil` if it is not installed.
    package static var program: String? {
        ["/usr/libexec/gsd-color", folder + "/libexec/gsd-color"]
            .first { access($0, X_OK) == 0 }
    }

    private static let folder = Repository.root + "/.build-tools/gnome/usr"

    /// The folders of its libraries, whatever the processor and the version are called.
    private static let libraries: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/lib")) ?? []
        return names.map { "\(folder)/lib/\($0)" }
    }()
    /// The environment with which it finds them.
    static let libraryPath = ["LD_LIBRARY_PATH": libraries.joined(separator: ":")]

    private let process: ChildProcess
    private let server: XServer
    /// A foreign client of its bus interface.
    package let client: BusClient

    /// Starts it on a bus; it answers when this returns.
    package init(in home: TestHome, environment: [String: String]) throws {
        guard let program = Self.program else { throw HarnessFailure("there is no gsd-color") }
        server = try XServer(in: home)
        let settings = ["GDK_BACKEND": "x11", "GIO_USE_VFS": "local", "NO_AT_BRIDGE": "1"]
        // Without a session manager it ends by itself now and then, soon after its start; its session
        // starts it again.
        process = try ChildProcess(
            "/bin/sh", ["-c", "for start in 1 2 3 4 5; do \"$0\"; done", program],
            environment: environment.merging(server.environment) { $1 }
                .merging(Self.libraryPath) { $1 }.merging(settings) { $1 })
        client = try BusClient(
            environment: environment, name: "org.gnome.SettingsDaemon.Color",
            path: "/org/gnome/SettingsDaemon/Color", interface: "org.gnome.SettingsDaemon.Color")
        try client.waitForOwner(within: Self.timeout)
        _ = try get("Temperature")
    }

    /// Reads a property, as soon as it answers: it has its name before its object.
    package func get(_ property: String) throws -> JSON {
        let deadline = Deadline()
        while true {
            do { return try client.get(property) } catch is BusClient.RemoteError {
                try deadline.check("gsd-color to answer; it said: \(process.text(on: .errors))")
            }
        }
    }

    /// It reads the settings every minute even without a signal, and needs some time for
    /// a fade.
    private static let timeout = Duration.seconds(90)

    /// Waits until the screens' colour temperature, in kelvin, has come to where it stays: it does
    /// without the last ten.
    package func waitForTemperature(within range: ClosedRange<Int64>) throws {
        do {
            try client.waitForChange(of: "Temperature", within: Self.timeout) {
                $0.integer.map(range.contains) ?? false
            }
        } catch {
            throw HarnessFailure(
                "\(error); gsd-color \(process.isRunning ? "runs" : "has ended") and said: "
                    + process.text(on: .errors))
        }
    }
}
