import Foundation

/// A real Wayland compositor that lets nobody change its colours, as mutter and KWin are: weston,
/// headless, which scripts/install-dependencies has taken out of its packages.
package final class PlainCompositor: Sendable {
    /// Where it is; nil where it is not.
    package static var program: String? {
        let unpacked = folder + "/bin/weston"
        return Requirement.executable("weston") ?? (access(unpacked, X_OK) == 0 ? unpacked : nil)
    }

    private static let folder = Repository.root + "/.build-tools/weston/usr"

    /// The folder of libraries, whatever the processor is called.
    private static let libraries: String? = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/lib")) ?? []
        return names.first { $0.contains("-linux-") }.map { "\(folder)/lib/\($0)" }
    }()

    private let process: ChildProcess
    /// What leads a program here.
    package let environment: [String: String]

    /// Starts the compositor; who connects from then on is answered.
    package init(in home: TestHome) throws {
        guard let program = Self.program else { throw HarnessFailure("there is no weston") }
        var settings: [String: String] = [:]
        if let libraries = Self.libraries {
            settings["LD_LIBRARY_PATH"] = "\(libraries):\(libraries)/weston"
            settings["WESTON_MODULE_MAP"] =
                "headless-backend.so=\(libraries)/libweston-10/headless-backend.so;"
                + "kiosk-shell.so=\(libraries)/weston/kiosk-shell.so"
        }
        environment = ["WAYLAND_DISPLAY": "wayland-plain"]
        process = try ChildProcess(
            program,
            [
                "--backend=headless-backend.so", "--shell=kiosk-shell.so", "--no-config",
                "--socket=wayland-plain",
            ], environment: home.environment.merging(settings) { $1 })
        // Its socket is there before its shell.
        try process.waitForLine(containing: "kiosk-shell.so", on: .errors)
    }
}
