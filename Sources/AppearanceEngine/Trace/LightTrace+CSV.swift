package import AppearanceModel

extension LightTrace {
    /// Parses comma-separated rows: a time, then lux; an empty lux is a missed reading.
    ///
    /// The time is in seconds or ISO 8601, which is local to the zone unless it ends in `Z`. A first
    /// line of words is a header, further columns are ignored, and `#` begins a comment.
    ///
    /// - Parameters:
    ///   - text: The file's content.
    ///   - zone: The zone of times without one.
    ///   - start: The instant of second 0, for times in seconds.
    /// - Throws: `LineError` for the first invalid line.
    package init(
        csv text: String, zone: TimeZoneRules, start: WallTime
    ) throws(LineError) {
        var rows: [(at: WallTime, lux: Lux?)] = []
        var isFirst = true
        var clock = RowClock(zone: zone, start: start)
        for (number, line) in CSVLines(text) {
            let (first, second) = line.firstTwoFields
            guard let initial = first.first, initial != UInt8(ascii: "#") else { continue }
            let time = clock.time(first)
            if time == nil, isFirst {
                isFirst = false
                continue
            }
            isFirst = false
            let error = { (reason: String) in LineError(line: number, problem: reason) }
            guard let time else {
                throw error(
                    "\"\(first.text.prefix(32))\" is neither seconds nor a time such as 2026-06-21T05:00:00"
                )
            }
            guard let second else { throw error("there is no second column for the lux") }
            if let last = rows.last, time < last.at { throw error("the time runs backwards") }
            rows.append((time, try Self.lux(second.text, error)))
        }
        guard let origin = rows.first?.at else {
            throw LineError(line: 1, problem: "there are no rows")
        }
        self.init(
            start: origin, rows: rows.map { Row(offset: $0.at - origin, lux: $0.lux) })
    }

    private static func lux(
        _ text: String, _ error: (String) -> LineError
    ) throws(LineError) -> Lux? {
        if text.isEmpty { return nil }
        guard let lux = Double(text).flatMap(Lux.init) else {
            throw error(
                "\"\(text.prefix(32))\" is not a light level: it is a number of lux, 0 or more")
        }
        return lux
    }
}

/// The lines of a text with their numbers from 1, as bytes: a year of minutes has half a million.
private struct CSVLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    /// The offset of the next line; `nil` at the end.
    private var position: Int?
    private var number = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        // After a byte-order mark.
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> (number: Int, line: ArraySlice<UInt8>)? {
        guard let start = position else { return nil }
        let end =
            bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            ?? bytes.count
        number += 1
        if end == bytes.count {
            position = nil
        } else {
            let isPair = bytes[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
            position = end + (isPair ? 2 : 1)
        }
        return (number, bytes[start..<end])
    }
}

/// Parses the times of rows, and remembers the hour of the last one.
private struct RowClock {
    let zone: TimeZoneRules
    let start: WallTime
    /// The text of an hour of 60 minutes, `2026-06-21T05:`, with its start.
    private var hour: (text: ArraySlice<UInt8>, start: WallTime)?

    init(zone: TimeZoneRules, start: WallTime) {
        self.zone = zone
        self.start = start
    }

    /// Returns the time of a field; `nil` if it is none.
    mutating func time(_ field: ArraySlice<UInt8>) -> WallTime? {
        if let time = timeInHour(field) { return time }
        let text = field.text
        if let seconds = Double(text), seconds.isFinite, abs(seconds) < 1e10 {
            return start + Microseconds(Int64((seconds * 1_000_000).rounded()))
        }
        let time = WallTime(iso8601: text, zone: zone)
        if time != nil { remember(field) }
        return time
    }

    private func timeInHour(_ field: ArraySlice<UInt8>) -> WallTime? {
        guard let hour, field.count == 19, field.starts(with: hour.text) else { return nil }
        let digits = field.dropFirst(14).map { Int64($0) - 48 }
        guard digits[2] == 10, (0...5).contains(digits[0]), (0...9).contains(digits[1]),
            (0...5).contains(digits[3]), (0...9).contains(digits[4])
        else { return nil }
        return hour.start + .minutes(digits[0] * 10 + digits[1])
            + .seconds(digits[3] * 10 + digits[4])
    }

    /// Remembers the hour of a field of 19 characters, unless a clock change is near.
    private mutating func remember(_ field: ArraySlice<UInt8>) {
        hour = nil
        guard field.count == 19 else { return }
        let text = field.prefix(14)
        guard let start = WallTime(iso8601: text.text + "00:00", zone: zone),
            let last = WallTime(iso8601: text.text + "59:59", zone: zone),
            last - start == .seconds(3599)
        else { return }
        hour = (text, start)
    }
}

extension WallTime {
    /// Parses `2026-06-21T05:00:00`, local to a zone, or in UTC with `Z` at the end.
    package init?(iso8601 text: some StringProtocol, zone: TimeZoneRules) {
        let isUTC = text.hasSuffix("Z")
        let parts = text.dropLast(isUTC ? 1 : 0).split { $0 == "T" || $0 == " " }
        guard parts.count == 2, let date = CivilDate(parts[0]),
            let time = ClockTime(parts[1].prefix(5))
        else { return nil }
        let rest = parts[1].dropFirst(5)
        guard rest.isEmpty || rest.first == ":",
            let seconds = Double(rest.isEmpty ? "0" : rest.dropFirst()),
            (0..<60).contains(seconds)
        else { return nil }
        let minute = (isUTC ? .utc : zone).instant(of: date, time)
        self = minute + Microseconds(Int64((seconds * 1_000_000).rounded()))
    }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// The first two fields, separated by a comma, without spaces around them; the second is `nil`
    /// if there is no comma.
    fileprivate var firstTwoFields: (first: ArraySlice<UInt8>, second: ArraySlice<UInt8>?) {
        guard let comma = firstIndex(of: UInt8(ascii: ",")) else { return (trimmed, nil) }
        let rest = self[(comma + 1)...]
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? endIndex
        return (self[..<comma].trimmed, rest[..<end].trimmed)
    }

    private var trimmed: ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        let start = drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return [] }
        return start[...end]
    }
}
