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
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmed }
            guard let first = fields.first, !first.isEmpty, !first.hasPrefix("#") else { continue }
            let time = Self.time(first, zone: zone, start: start)
            if time == nil, isFirst {
                isFirst = false
                continue
            }
            isFirst = false
            let error = { (reason: String) in LineError(line: index + 1, problem: reason) }
            guard let time else {
                throw error(
                    "\"\(first.prefix(32))\" is neither seconds nor a time such as 2026-06-21T05:00:00"
                )
            }
            guard fields.count > 1 else { throw error("there is no second column for the lux") }
            if let last = rows.last, time < last.at { throw error("the time runs backwards") }
            rows.append((time, try Self.lux(fields[1], error)))
        }
        guard let origin = rows.first?.at else {
            throw LineError(line: 1, problem: "there are no rows")
        }
        self.init(
            start: origin, rows: rows.map { Row(offset: $0.at - origin, lux: $0.lux) })
    }

    private static func lux(
        _ text: Substring, _ error: (String) -> LineError
    ) throws(LineError) -> Lux? {
        if text.isEmpty { return nil }
        guard let lux = Double(text).flatMap(Lux.init) else {
            throw error(
                "\"\(text.prefix(32))\" is no light level: it is a number of lux, 0 or more")
        }
        return lux
    }

    private static func time(
        _ text: Substring, zone: TimeZoneRules, start: WallTime
    ) -> WallTime? {
        if let seconds = Double(text), seconds.isFinite, abs(seconds) < 1e10 {
            return start + Microseconds(Int64((seconds * 1_000_000).rounded()))
        }
        return WallTime(iso8601: text, zone: zone)
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

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...end]
    }
}
