import Foundation

/// A real Wayland compositor without a protocol for colours, like mutter and KWin: weston,
/// headless, which scripts/install-dependencies has taken out of its packages.
package final class PlainCompositor: Sendable {
    /// The path of the program; `nil` if it is not installed.
    package static var program: String? {
        let unpacked = folder + "/bin/weston"
        return Requirement.executable("weston") ?? (access(unpacked, X_OK) == 0 ? unpacked : nil)
    }

    private static let folder = Repository.root + "/.build-tools/weston/usr"
    private static let arguments = [
        "--backend=headless-backend.so", "--shell=kiosk-shell.so", "--no-config",
        "--socket=wayland-plain",
    ]
    /// The environment for a program in the same runtime directory.
    package static let environment = ["WAYLAND_DISPLAY": "wayland-plain"]

    /// The environment with which it finds its libraries where it was unpacked.
    static var libraryPath: [String: String] {
        settings(in: folder).filter { $0.key == "LD_LIBRARY_PATH" }
    }
    /// The paths of its modules, where it was unpacked.
    static var modules: [String] { libraries(in: folder).map(modules) ?? [] }

    /// The variables needed if it is installed in its own folder.
    private static func settings(in folder: String) -> [String: String] {
        guard let libraries = libraries(in: folder) else { return [:] }
        let map = modules(in: libraries).map { "\(($0 as NSString).lastPathComponent)=\($0)" }
        return [
            "LD_LIBRARY_PATH": "\(libraries):\(libraries)/weston",
            "WESTON_MODULE_MAP": map.joined(separator: ";"),
        ]
    }

    /// The folder of its libraries, whatever the processor is called.
    private static func libraries(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/lib")) ?? []
        return names.first { $0.contains("-linux-") }.map { "\(folder)/lib/\($0)" }
    }

    private static func modules(in libraries: String) -> [String] {
        ["libweston-10/headless-backend.so", "weston/kiosk-shell.so"].map { "\(libraries)/\($0)" }
    }

    /// Copies the required files into another user's home, and returns the command that starts it.
    package static func install(in home: TestHome) throws -> [String] {
        guard let program else { throw HarnessFailure("there is no weston") }
        guard program.hasPrefix(folder) else { return [program] + arguments }
        let copy = home.path + "/weston"
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        let settings = settings(in: copy).map { "\($0.key)=\($0.value)" }.sorted()
        return ["env"] + settings + [copy + "/bin/weston"] + arguments
    }

    private let process: ChildProcess

    /// Starts the compositor; it accepts clients from then on.
    package init(in home: TestHome) throws {
        guard let program = Self.program else { throw HarnessFailure("there is no weston") }
        process = try ChildProcess(
            program, Self.arguments,
            environment: home.environment.merging(Self.settings(in: Self.folder)) { $1 })
        // It loads its shell after it has made its socket. Its log has its command line before both.
        try process.waitForLine("its shell", on: .errors) {
            $0.contains("Loading module") && $0.contains("kiosk-shell.so")
        }
    }
}
