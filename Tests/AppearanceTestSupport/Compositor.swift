import Foundation

/// A real Wayland compositor without a screen: sway, headless.
package final class Compositor: Sendable {
    /// The ramps that the compositor received for an output.
    package struct Ramps: Equatable, Sendable {
        /// In the order in which outputs were set.
        package var output: Int
        /// 0: the compositor's own ramps.
        package var size: Int
        /// The last entries of red, green and blue.
        package var white: [Int]
        /// The sums of red, green and blue.
        package var sums: [Int]

        package var areRed: Bool { sums[0] > 0 && sums[1] == 0 && sums[2] == 0 }
    }

    private let home: TestHome
    private let folder: String
    private let process: ChildProcess
    /// The environment for a program on this display.
    package let environment: [String: String]
    private let control: String

    /// Starts the compositor; with ramps, its outputs have some, else every one refuses them.
    ///
    /// sway will not run as root, so for root it runs as another user.
    package init(
        in home: TestHome, withRamps: Bool = false, ofSize size: Int = 256,
        showing picture: String? = nil
    ) throws {
        self.home = home
        folder = home.path + "/sway"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let preload = withRamps ? try PreloadedLibrary.compile("gamma_log", in: home) : nil
        let configuration = try home.write(
            (picture.map { "output * bg \($0)\n" } ?? "")
                + "exec sh -c 'echo ready $WAYLAND_DISPLAY $SWAYSOCK'\n", to: "sway.conf")
        var wrapper: [String] = []
        if getuid() == 0 {
            guard chmod(home.path, 0o711) == 0, chown(folder, 1000, 1000) == 0,
                chmod(configuration, 0o644) == 0
            else { throw HarnessFailure.systemCall("chown", errno) }
            wrapper = ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups"]
        }
        let command = wrapper + ["env"] + (preload.map { ["LD_PRELOAD=\($0)"] } ?? []) + ["sway"]
        process = try ChildProcess(
            command[0], command.dropFirst() + ["--config", configuration],
            environment: home.environment.merging([
                "HOME": folder, "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless",
                "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                "GAMMA_LOG": folder + "/gamma", "GAMMA_SIZE": "\(size)",
            ]) { $1 })
        let words = try process.waitForLine(containing: "ready ").split(separator: " ")
        environment = ["WAYLAND_DISPLAY": "\(folder)/\(words[1])"]
        control = String(words[2])
    }

    /// All ramps that the compositor has received so far.
    package func ramps() -> [Ramps] {
        Self.parse((try? String(contentsOfFile: folder + "/gamma", encoding: .utf8)) ?? "")
    }

    /// Waits until the received ramps satisfy a condition.
    @discardableResult
    package func waitForRamps(where matches: ([Ramps]) -> Bool) throws -> [Ramps] {
        Self.parse(
            try FileWatch.wait(for: folder + "/gamma") { text in
                text.hasSuffix("\n") && matches(Self.parse(text))
            })
    }

    private static func parse(_ text: String) -> [Ramps] {
        text.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 8 else { return nil }
            return Ramps(
                output: numbers[0], size: numbers[1], white: Array(numbers[5...]),
                sums: Array(numbers[2...4]))
        }
    }

    /// Reads the configuration again, as a user does after editing it.
    package func reload() throws { try message("reload") }

    /// The colour of a pixel, from 0 to 255; of the middle of the screen unless another is given.
    package func color(x: Int = 640, y: Int = 360) throws -> [UInt8] {
        try colors(x: x, y: y, width: 1, height: 1)[0]
    }

    /// The colours of the pixels of a part of the screen, row after row.
    package func colors(x: Int, y: Int, width: Int, height: Int) throws -> [[UInt8]] {
        let file = home.path + "/screen.ppm"
        let run = try ChildProcess.run(
            "grim", ["-g", "\(x),\(y) \(width)x\(height)", "-t", "ppm", file],
            environment: home.environment.merging(environment) { $1 })
        guard run.status == .exited(0) else { throw HarnessFailure("grim: \(run.errors)") }
        let pixels = try Data(contentsOf: URL(filePath: file)).suffix(width * height * 3)
        return stride(from: pixels.startIndex, to: pixels.endIndex, by: 3).map {
            [pixels[$0], pixels[$0 + 1], pixels[$0 + 2]]
        }
    }

    /// Waits for the colour of a pixel.
    package func wait(for color: [UInt8], x: Int, y: Int) throws {
        let deadline = Deadline()
        var seen: [UInt8] = []
        while seen != color {
            try deadline.check("\(color) at \(x), \(y); it is \(seen)")
            seen = try self.color(x: x, y: y)
        }
    }

    /// Adds an output, as when a screen is plugged in.
    package func addOutput() throws { try message("create_output") }

    /// Sends a command, as a key that is bound to it does.
    package func message(_ command: String) throws { _ = try run(command) }

    private func run(_ words: String...) throws -> String {
        let run = try ChildProcess.run(
            "swaymsg", ["--socket", control] + words, environment: home.environment)
        guard run.status == .exited(0) else { throw HarnessFailure(run.errors + run.output) }
        return run.output
    }

    /// Starts a program that fills the screen, and waits until it does; the window is in use then.
    package func start(fullscreen name: String) throws -> ChildProcess {
        let client = try ChildProcess(
            "foot", ["--fullscreen", "--app-id", name, "sleep", "1000"],
            environment: home.environment.merging(environment) { $1 })
        let deadline = Deadline()
        while try !isInUse(fullscreen: name) {
            try deadline.check("\(name) to fill the screen; it logged: \(client.text(on: .errors))")
        }
        return client
    }

    private func isInUse(fullscreen name: String) throws -> Bool {
        func windows(in node: JSON) -> [JSON] { [node] + node["nodes"].items.flatMap(windows) }
        return try windows(in: JSON(parsing: run("-t", "get_tree"))).contains {
            $0["app_id"].string == name && $0["focused"].bool == true
                && $0["fullscreen_mode"].integer == 1
        }
    }

    /// Stops the compositor, as one that hangs, and lets it go on.
    package func stop() throws { try process.stop() }
    package func resume() { process.signal(18) }

    /// Kills the compositor, as when it crashes.
    package func kill() throws {
        process.signalGroup(9)
        try process.expectExit()
    }
}
