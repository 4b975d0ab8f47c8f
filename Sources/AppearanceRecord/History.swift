package import AppearanceModel
internal import AppearanceProtocol

/// The decisions and the light of the past days, as the daemon keeps them in a file.
///
/// The file has one JSON object a line, which begins with its time: a status at each change, the light
/// levels of some minutes, or the end of a run. Lines are appended; a crash can only cut the last one.
package struct History: Equatable, Sendable {
    /// The name of the file in the state directory.
    package static let fileName = "history.jsonl"

    /// A change of the appearance, of the mode or of a pause.
    package struct Change: Equatable, Sendable {
        package let at: WallTime
        /// The status after the change: appearance, previous, mode, reason, sentence (`explanation`)
        /// and light.
        package let status: Snapshot
        /// Whether it is the first status of a run of the daemon, or of a history turned on again.
        package let isStart: Bool
        /// The number of changes before this one that were left out, because there were too many.
        package var omittedBefore: Int

        package init(
            at time: WallTime, status: Snapshot, isStart: Bool = false, omittedBefore: Int = 0
        ) {
            self.at = time
            // The file of the settings is the same for months.
            var status = status
            (status.configuration, status.configurationLoaded) = (nil, nil)
            self.status = status
            self.isStart = isStart
            self.omittedBefore = omittedBefore
        }
    }

    /// The light level in a minute, which stays until the next one, at most until the end of the run.
    package struct Level: Equatable, Sendable {
        package let at: WallTime
        /// The filtered level; `nil` if unknown.
        package var light: LightReading?

        package init(at time: WallTime, light: LightReading?) {
            self.at = time
            self.light = light
        }
    }

    /// The changes, in the order of the file.
    package internal(set) var changes: [Change] = []
    /// The light levels, in the order of the file; steady light has none.
    package internal(set) var levels: [Level] = []
    /// The times at which the daemon stopped; one that was killed leaves none.
    package internal(set) var ends: [WallTime] = []

    /// Reads a file; lines that are not whole, or of another version, are ignored.
    package init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSON(decoding: Array(line)) else { continue }
            let fields = Fields(json, of: "history")
            guard let at = try? fields.time("at") else { continue }
            if json["levels"] != nil {
                levels += Self.levels(in: json, from: at)
            } else if json["end"]?.bool == true {
                ends.append(at)
            } else if let status = try? Snapshot(json) {
                let omitted = json["omitted"]?.integer.flatMap { Int(exactly: $0) } ?? 0
                changes.append(
                    Change(
                        at: at, status: status, isStart: json["start"]?.bool == true,
                        omittedBefore: max(0, omitted)))
            }
        }
    }

    private static func levels(in json: JSON, from start: WallTime) -> [Level] {
        guard let unit = json["unit"]?.string.flatMap(LightUnit.init(rawValue:)) else { return [] }
        return (json["levels"]?.array ?? []).compactMap { pair in
            guard let pair = pair.array, pair.count == 2, let minutes = pair[0].integer
            else { return nil }
            let at = start + Microseconds.minutes(1) * minutes
            if pair[1] == .null { return Level(at: at, light: nil) }
            guard let value = pair[1].number, let light = Lux(value) else { return nil }
            return Level(at: at, light: LightReading(value: light.value, unit: unit))
        }
    }
}

// MARK: - Lines

extension History.Change {
    package var line: [UInt8] {
        JSONWriter.line(capacity: 1024) { writer in
            writer.member("at", at.microsecondsSinceEpoch)
            if isStart { writer.member("start", true) }
            if omittedBefore > 0 { writer.member("omitted", Int64(omittedBefore)) }
            writer.members(of: status)
        }
    }
}

extension History {
    package static func endLine(at time: WallTime) -> [UInt8] {
        JSONWriter.line(capacity: 64) { writer in
            writer.member("at", time.microsecondsSinceEpoch)
            writer.member("end", true)
        }
    }

    /// Returns the lines of some light levels, which are at least a minute apart, in order.
    package static func lines(of levels: [Level]) -> [UInt8] {
        var lines: [UInt8] = []
        var rest = levels[...]
        while let first = rest.first {
            let unit = rest.lazy.compactMap(\.light?.unit).first ?? .lux
            let run = rest.prefix { $0.light.map { $0.unit == unit } ?? true }
            rest = rest.dropFirst(run.count)
            lines += JSONWriter.line(capacity: 32 * run.count + 64) { writer in
                writer.member("at", first.at.microsecondsSinceEpoch)
                writer.member("unit", unit.rawValue)
                writer.name("levels")
                writer.array(Array(run)) { writer, level in
                    let minutes = (level.at - first.at).count / Microseconds.minutes(1).count
                    writer.array([Double(minutes), level.light?.value.fourFigures ?? .nan]) {
                        if $1 == $1.rounded(), $1.magnitude < 1e9 {
                            $0.integer(Int64($1))
                        } else {
                            $0.number($1)
                        }
                    }
                }
            }
        }
        return lines
    }

    /// The lines to keep of a file, and the reason for which the whole file is worth keeping, too.
    package struct Retained: Equatable, Sendable {
        package var bytes: [UInt8] = []
        /// The end of a sentence about the dropped lines; `nil` if all have merely expired.
        package var reason: String?
    }

    /// Returns the lines that are at most some days old, the newest ones if they exceed a limit in
    /// bytes.
    ///
    /// A clock that was wrong must not cost the history. Lines of other times are dropped only if the clock has
    /// also been near the present time on some days before today; and if some of them have not merely expired, a
    /// reason to keep the whole file is returned.
    package static func retained(
        _ bytes: [UInt8], days: Int, at now: WallTime, limitBytes: Int
    ) -> Retained {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let times = lines.map(time)
        let dayAgo = now - .days(1)
        let evidence = dayAgo - .days(Int64(days))...dayAgo
        let daysSeen = Set(
            times.compactMap { time in
                time.flatMap {
                    evidence.contains($0) ? (now - $0).count / Microseconds.days(1).count : nil
                }
            })
        let isCertain = daysSeen.count >= min(days, Self.daysOfEvidence)
        let range = now - .days(Int64(days))...now + .days(1)
        let plausible = range.lowerBound - .days(366)...range.upperBound
        var result = Retained()
        var kept: [ArraySlice<UInt8>] = []
        var count = 0
        for (line, time) in zip(lines, times).reversed() {
            guard let time else {
                // A crash can cut the last line of a run, at any byte.
                let isCut = #"{"at":"#.utf8.starts(with: line.prefix(6))
                if !isCut { result.reason = "has lines that are not valid" }
                continue
            }
            guard !isCertain || range.contains(time) else {
                if !plausible.contains(time) { result.reason = "has lines of another time" }
                continue
            }
            count += line.count + 1
            guard count <= limitBytes else { break }
            kept.append(line)
        }
        result.bytes = kept.reversed().flatMap { $0 + [UInt8(ascii: "\n")] }
        return result
    }

    /// The days on which the clock must have shown about the present time before lines of other times are dropped.
    private static let daysOfEvidence = 3

    /// Returns the time at the beginning of a line; `nil` if the line does not begin with one.
    private static func time(ofLine line: ArraySlice<UInt8>) -> WallTime? {
        let prefix = #"{"at":"#.utf8
        guard line.starts(with: prefix) else { return nil }
        let digits = line.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: ",") }
        return Int64(String(decoding: digits, as: UTF8.self))
            .map { WallTime(microsecondsSinceEpoch: $0) }
    }
}

extension Double {
    fileprivate var fourFigures: Double {
        guard isFinite, self != 0 else { return self }
        var scale = 1.0
        while magnitude * scale < 1000, scale < 1e9 { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}

// MARK: - Corrections

extension History {
    /// The history without the lines of a clock that was wrong, as before it is set at a start: those
    /// more than a year before the last change, or more than a day after it.
    var withoutWrongClocks: History {
        guard let last = changes.last?.at else { return self }
        let range = last - .days(366)...last + .days(1)
        var copy = self
        copy.changes.removeAll { !range.contains($0.at) }
        copy.levels.removeAll { !range.contains($0.at) }
        copy.ends.removeAll { !range.contains($0) }
        return copy
    }

    /// The time after a change by light within which a change by hand corrects it.
    package static let correctionTime = Microseconds.minutes(15)

    /// The changes with the time after which each was undone by hand; `nil` for most.
    ///
    /// The light decided, and within `correctionTime` the user chose another appearance: by a mode, a
    /// toggle, or the desktop's own switch.
    package var corrections: [(change: Change, correctedAfter: Microseconds?)] {
        changes.indices.map { index in
            let change = changes[index]
            guard change.status.reason == .sensor, !change.isStart else { return (change, nil) }
            let next = changes[(index + 1)...].first {
                $0.isStart || $0.status.appearance != change.status.appearance
            }
            guard let next, !next.isStart, next.status.reason == .manual, next.at >= change.at,
                next.at - change.at <= Self.correctionTime
            else { return (change, nil) }
            return (change, next.at - change.at)
        }
    }
}
