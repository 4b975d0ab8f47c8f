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
        let timeout = ChildProcess.timeout
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

extension Screen {
    /// Returns the colours of the pixels in a part of the screen, as `0xRRGGBB`.
    ///
    /// The framebuffer is a file in the format of xwd, whose header has numbers in network order.
    package func colors(columns: Range<Int>, rows: Range<Int>) throws -> [UInt32] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: framebuffer)))
        func number(_ index: Int) -> Int {
            bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let (start, line) = (number(0) + number(19) * 12, number(12))
        return rows.flatMap { row in
            columns.map { column in
                let place = start + row * line + column * 4
                return UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 1]) << 8
                    | UInt32(bytes[place])
            }
        }
    }
}
