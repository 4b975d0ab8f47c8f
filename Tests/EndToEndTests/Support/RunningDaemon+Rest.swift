import AppearanceTestSupport

extension RunningDaemon {
    /// Waits until a second passes in which its main thread does not run; false if none does.
    func comesToRest() throws -> Bool {
        for _ in 0..<30 {
            let switches = try process.contextSwitchesOfMainThread()
            _ = try notifications.nextMessage(within: .seconds(1))
            if try process.contextSwitchesOfMainThread() == switches { return true }
        }
        return false
    }
}
