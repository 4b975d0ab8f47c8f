/// The real appearance-nightfilter on a display, with its first work done when made.
package final class RunningFilter: Sendable {
    package let process: ChildProcess
    private let home: TestHome
    private let display: String

    /// Starts the filter, through the command `wrapper` if there is one; it follows the
    /// daemon of the environment.
    package init(
        on display: [String: String], in home: TestHome, wrapper: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        self.home = home
        self.display = (display["WAYLAND_DISPLAY"] ?? display["DISPLAY"] ?? "")
            .replacing("/", with: "_")
        let notifications = try NotifySocket(in: home)
        let command = wrapper + [BuiltProducts.nightfilter]
        process = try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: home.environment.merging(display) { $1 }
                .merging(notifications.environment) { $1 }.merging(environment) { $1 },
            atEnd: notifications.end)
        do {
            try notifications.waitForMessage(containing: "READY=1")
        } catch {
            throw HarnessFailure("\(error); output of the filter:\n\(process.text(on: .errors))")
        }
    }

    /// Waits until the filter reports a state, and has completed its fade or is fading to it.
    @discardableResult
    package func waitForStatus(fading: Bool = false, where matches: (JSON) -> Bool) throws -> JSON {
        let path = "\(home.runtimeDirectory)/appearance-nightfilter/\(display).json"
        let text = try FileWatch.wait(for: path) {
            let status = try JSON(parsing: $0)
            return status["fading"].bool == fading && matches(status)
        }
        return try JSON(parsing: text)
    }

    /// Waits until the screen is red, or is not.
    package func waitUntilRed(_ isRed: Bool) throws {
        try waitForStatus { $0["night"].bool == isRed }
    }

    /// Ends it without giving it a chance to do anything.
    package func kill() throws {
        process.signal(9)
        try process.expectExit()
    }
}
