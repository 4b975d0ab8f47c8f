/// A real X server of a test's own.
package final class XServer: Sendable {
    /// Such as `:3`.
    package let display: String
    /// The folder that holds the pixels; `nil` for none.
    let framebufferFolder: String?
    private let process: ChildProcess

    /// Starts Xvfb: one output, whose first ramps are black all over; of a size such as `640x480`,
    /// and with its pixels in a folder where one is named.
    package init(
        in home: TestHome, size: String = "1280x1024", framebufferFolder: String? = nil
    ) throws {
        self.framebufferFolder = framebufferFolder
        let folder = framebufferFolder.map { ["-fbdir", $0] } ?? []
        (process, display) = try Self.start(
            "Xvfb", ["-screen", "0", size + "x24"] + folder, in: home)
    }

    /// Starts Xvfb as some sessions do: it resets when its last client exits.
    package init(resettingIn home: TestHome) throws {
        framebufferFolder = nil
        (process, display) = try Self.start(
            "Xvfb", ["-screen", "0", "640x480x24"], atItsEnd: "-reset", in: home)
    }

    /// Starts Xorg with the dummy driver: sixteen outputs, one of them in use.
    package init(withOutputsIn home: TestHome) throws {
        framebufferFolder = nil
        let configuration = try home.write(
            """
            Section "Device"
                Identifier "card"
                Driver "dummy"
                VideoRam 65536
            EndSection
            Section "Monitor"
                Identifier "monitor"
                HorizSync 5.0-1000.0
                VertRefresh 5.0-200.0
            EndSection
            Section "Screen"
                Identifier "screen"
                Device "card"
                Monitor "monitor"
                DefaultDepth 24
                SubSection "Display"
                    Depth 24
                    Virtual 3840 1080
                EndSubSection
            EndSection
            Section "ServerFlags"
                Option "AutoAddDevices" "false"
            EndSection
            """, to: "xorg.conf")
        (process, display) = try Self.start(
            "Xorg",
            [
                "-config", configuration, "-logfile", home.path + "/xorg.log", "-novtswitch",
                "-sharevts", "vt7",
            ], in: home)
    }

    // The server finds a free number and prints it.
    private static func start(
        _ program: String, _ arguments: [String], atItsEnd: String = "-noreset",
        in home: TestHome
    ) throws -> (ChildProcess, String) {
        let process = try ChildProcess(
            program, ["-displayfd", "1", atItsEnd, "-nolisten", "tcp"] + arguments,
            environment: home.environment)
        let number = try process.waitForLine("the number of its display") {
            !$0.isEmpty && $0.allSatisfy(\.isNumber)
        }
        return (process, ":\(number)")
    }

    /// The environment for a program on this display.
    package var environment: [String: String] { ["DISPLAY": display] }

    /// Stops the server, as one that hangs, and lets it go on.
    package func stop() throws { try process.stop() }
    package func resume() { process.signal(18) }

    /// Ends the server, as when the session does.
    package func end() throws { try process.terminate() }
}
