import Foundation

/// A real X server without a screen (Xvfb), for the window of one program.
package final class Screen: Sendable {
    /// Pictures of programs are kept here, for a person to look at.
    package static let pictures = Repository.root + "/.build-test/screenshots"

    static let width = 800
    static let height = 520

    private let server: XServer
    private let framebuffer: String

    /// Starts the server; it answers when this returns.
    package init(in home: TestHome) throws {
        let folder = home.path + "/screen"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        framebuffer = folder + "/Xvfb_screen0"
        server = try XServer(
            in: home, size: "\(Self.width)x\(Self.height)", framebufferFolder: folder)
    }

    /// The environment for a program on this screen.
    package var environment: [String: String] { server.environment }

    /// Waits until the screen is light or dark, and keeps a picture of it.
    ///
    /// The middle of the screen is measured: the brightness that half of its pixels reach,
    /// from 0 to 1.
    @discardableResult
    package func picture(_ name: String, ofBeing appearance: ShownScheme) throws -> Double {
        try FileManager.default.createDirectory(
            atPath: Self.pictures, withIntermediateDirectories: true)
        let timeout = Duration.seconds(60)
        let run = try ChildProcess.run(
            Python.system,
            [
                Repository.support + "/screen.py", framebuffer, appearance.rawValue,
                "\(timeout.inSeconds)", "\(Self.pictures)/\(name).png",
            ], environment: TestHome.plainEnvironment.merging(environment) { $1 },
            within: timeout * 2)
        guard run.status == .exited(0),
            let brightness = try JSON(parsing: run.output)["brightness"].number
        else { throw HarnessFailure("\(name): \(run.output) \(run.errors)") }
        return brightness
    }
}
