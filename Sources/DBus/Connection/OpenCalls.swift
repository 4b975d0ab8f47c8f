import LinuxIO

/// The calls that wait for their answers, by the serial numbers under which they were sent.
///
/// libdbus could keep this table too, but when a bus dies it lets its calls wait for their timeouts.
struct OpenCalls {
    private struct Call {
        let answer: (BusConnection.Answer) -> Void
        /// Ends the call; it holds on as long as this is here.
        let timer: TimerSource?
    }

    private var calls: [UInt32: Call] = [:]

    /// Remembers a call until it is settled.
    mutating func insert(
        _ serial: UInt32, timer: TimerSource?, answer: @escaping (BusConnection.Answer) -> Void
    ) {
        calls[serial] = Call(answer: answer, timer: timer)
    }

    /// What to tell of a call, which is then forgotten; nil for one that is not open.
    mutating func take(_ serial: UInt32) -> ((BusConnection.Answer) -> Void)? {
        calls.removeValue(forKey: serial)?.answer
    }

    /// What to tell of each call, in the order in which they were made; all are then forgotten.
    mutating func takeAll() -> [(BusConnection.Answer) -> Void] {
        defer { calls = [:] }
        return calls.sorted { $0.key < $1.key }.map(\.value.answer)
    }
}
