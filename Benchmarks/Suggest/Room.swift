import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// A light recording, and the minutes in which a person is present.
struct Room {
    let name: String
    let trace: LightTrace
    /// The changes of presence: the minute since the first midnight, and the presence of a person.
    let presence: [(minute: Int, isPresent: Bool)]
    /// The light that the person sees; `nil` if it is that of the sensor.
    var eye: LightTrace?
    /// Whether the session is locked while nobody is present.
    var locks = false

    /// Returns the room with its light multiplied, as behind a window, and a lamp in the evening.
    func behindWindow(_ name: String, factor: Double, lampLux: Double) -> Room {
        var trace = trace
        for index in trace.rows.indices {
            guard let lux = trace.rows[index].lux?.value else { continue }
            let lamp =
                lux * factor < lampLux / 2 && isPresent(at: trace.rows[index].offset) ? lampLux : 0
            trace.rows[index].lux = Lux(lux * factor + lamp)
        }
        return Room(name: name, trace: trace, presence: presence)
    }

    /// Returns the first or the second half of a room.
    func half(_ second: Bool) -> Room {
        let length = trace.rows.last?.offset ?? .zero
        let middle = Microseconds(length.count / 2)
        func half(_ trace: LightTrace) -> LightTrace {
            let rows = trace.rows.filter { ($0.offset >= middle) == second }
            guard let first = rows.first else { return trace }
            return LightTrace(
                start: trace.start + first.offset,
                rows: rows.map { LightTrace.Row(offset: $0.offset - first.offset, lux: $0.lux) })
        }
        let part = half(trace)
        let before = part.start - trace.start
        let minutes = minute(at: before) - minute(at: .zero) / 1440 * 1440
        let shift = second ? minutes / 1440 * 1440 : 0
        return Room(
            name: name, trace: part,
            presence: presence.map { ($0.minute - shift, $0.isPresent) }, eye: eye.map(half),
            locks: locks)
    }

    /// Returns the minute since the midnight before the first row.
    func minute(at offset: Microseconds) -> Int {
        let start = Int(trace.start.secondsSinceEpoch % 86_400)
        return (start + Int(offset.inSeconds)) / 60
    }

    func isPresent(at offset: Microseconds) -> Bool {
        let minute = minute(at: offset)
        var (low, high) = (0, presence.count)
        while low < high {
            let middle = (low + high) / 2
            if presence[middle].minute <= minute { low = middle + 1 } else { high = middle }
        }
        return low > 0 && presence[low - 1].isPresent
    }
}
