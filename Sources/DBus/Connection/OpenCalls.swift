import EventLoop

/// The calls that wait for their answers, by the serial numbers under which they were sent.
///
/// libdbus could keep this table too, but when a bus dies it lets its calls wait for their timeouts.
struct OpenCalls {
    private struct Call {
        let serial: UInt32
        let answer: (BusConnection.Reply) -> Void
        /// Ends the call; it holds on as long as this is here.
        let timer: TimerSource?
    }

    /// In the order in which they were made, which is mostly that of their answers.
    private var calls: [Call] = []

    /// Remembers a call until it is settled.
    mutating func insert(
        _ serial: UInt32, timer: TimerSource?, answer: @escaping (BusConnection.Reply) -> Void
    ) {
        calls.append(Call(serial: serial, answer: answer, timer: timer))
    }

    /// What to tell of a call, which is then forgotten; nil for one that is not open.
    mutating func take(_ serial: UInt32) -> ((BusConnection.Reply) -> Void)? {
        guard let index = calls.firstIndex(where: { $0.serial == serial }) else { return nil }
        return calls.remove(at: index).answer
    }

    /// What to tell of each call, in the order in which they were made; all are then forgotten.
    mutating func takeAll() -> [(BusConnection.Reply) -> Void] {
        defer { calls = [] }
        return calls.map(\.answer)
    }
}
