// SPDX-License-Identifier: MIT

import CDBus
import LinuxIO

/// The timeouts of a connection's open calls, as timers on the loop.
final class TimeoutSet {
    private let loop: EventLoop
    private var timers: [OpaquePointer: TimerSource] = [:]

    init(on loop: EventLoop) { self.loop = loop }

    /// Lets libdbus add and remove timeouts here until `detach`.
    ///
    /// - Returns: Whether the loop took those already there.
    func attach(to connection: OpaquePointer) -> Bool {
        dbus_connection_set_timeout_functions(
            connection,
            { timeout, data in TimeoutSet.from(data).add(timeout) ? 1 : 0 },
            { timeout, data in TimeoutSet.from(data).remove(timeout) },
            { timeout, data in TimeoutSet.from(data).toggle(timeout) },
            Unmanaged.passUnretained(self).toOpaque(), nil) != 0
    }

    /// Takes every timeout away from the loop.
    func detach(from connection: OpaquePointer) {
        demandMemory(dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil))
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> TimeoutSet {
        guard let data else { preconditionFailure("libdbus lost its user data") }
        return Unmanaged<TimeoutSet>.fromOpaque(data).takeUnretainedValue()
    }

    private func add(_ timeout: OpaquePointer?) -> Bool {
        guard let timeout else { return false }
        let timer = try? loop.timer(.monotonic) { [weak self] in self?.fire(timeout) }
        timers[timeout] = timer
        arm(timeout)
        return timer != nil
    }

    private func remove(_ timeout: OpaquePointer?) {
        guard let timeout else { return }
        timers[timeout] = nil
    }

    private func toggle(_ timeout: OpaquePointer?) {
        guard let timeout else { return }
        arm(timeout)
    }

    private func fire(_ timeout: OpaquePointer) {
        demandMemory(dbus_timeout_handle(timeout))
        // libdbus takes a call's timeout away with the call; one that stays wants to fire again.
        arm(timeout)
    }

    private func arm(_ timeout: OpaquePointer) {
        guard let timer = timers[timeout] else { return }
        guard dbus_timeout_get_enabled(timeout) != 0 else { return timer.disarm() }
        // The clock that stands still in suspend: an answer that slept with us is not late.
        let clock = SuspendingClock()
        let now = clock.systemEpoch.duration(to: clock.now) / Duration.microseconds(1)
        timer.arm(at: Int64(now) + Int64(dbus_timeout_get_interval(timeout)) * 1_000)
    }
}
