import AppearanceTestSupport

extension RunningDaemon {
    /// Waits until a second passes in which nothing of the daemon runs; false if none does.
    func comesToRest() throws -> Bool {
        for _ in 0..<30 {
            let switches = try process.contextSwitches()
            _ = try notifications.nextMessage(within: .seconds(1))
            if try process.contextSwitches() == switches { return true }
        }
        return false
    }
}
