package import AppearanceModel

// A TZif file is a block with 32-bit times for old readers and, from version 2 on, a second block
// with 64-bit times and a line of text with the rule for all later years:
//
//     header, 44 bytes: "TZif", version, 15 unused, then six counts: isut isstd leap time type char
//     tables: times, the type of each, types (offset 4, is-daylight 1, name 1), names, leap seconds
//             (time, correction 4), isstd, isut
//
// https://www.rfc-editor.org/rfc/rfc9636

extension TimeZoneRules {
    /// The rules in a file of the time zone database.
    package init(tzif bytes: [UInt8], name: String) throws(TimeZoneError) {
        var reader = TZifReader(bytes: bytes, zone: name)
        var header = try reader.header()
        guard header.version >= UInt8(ascii: "2") else {
            self = try reader.rules(header, timeSize: 4)
            return
        }
        try reader.skip(header.tableSize(timeSize: 4))
        header = try reader.header()
        self = try reader.rules(header, timeSize: 8)
    }
}

/// A reader of a TZif file; invalid data is an error, never a trap.
struct TZifReader {
    struct Header {
        var version: UInt8
        var isUTCount, isStandardCount, leapCount, timeCount, typeCount, nameBytes: Int

        func tableSize(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + nameBytes
                + leapCount * (timeSize + 4) + isStandardCount + isUTCount
        }
    }

    struct LeapSecond {
        var at: Int64
        /// The sum of all leap seconds until then.
        var correction: Int64
    }

    let bytes: [UInt8]
    let zone: String
    var position = 0

    init(bytes: [UInt8], zone: String) {
        self.bytes = bytes
        self.zone = zone
    }

    mutating func header() throws(TimeZoneError) -> Header {
        let start = position
        guard bytes.count - start >= 44, bytes[start..<start + 4].elementsEqual("TZif".utf8)
        else { throw error("no TZif header", at: start) }
        position += 20
        let counts = try table(of: 6) { reader throws(TimeZoneError) in
            Int(try reader.integer(size: 4)) & 0xffff_ffff
        }
        return Header(
            version: bytes[start + 4], isUTCount: counts[0], isStandardCount: counts[1],
            leapCount: counts[2], timeCount: counts[3], typeCount: counts[4], nameBytes: counts[5])
    }

    mutating func rules(_ header: Header, timeSize: Int) throws(TimeZoneError) -> TimeZoneRules {
        guard (1...256).contains(header.typeCount), header.leapCount <= 1000 else {
            throw error("counts that no time zone has", at: position - 24)
        }
        let timesAt = position
        let times = try table(of: header.timeCount) { reader throws(TimeZoneError) in
            try reader.time(size: timeSize)
        }
        let types = try table(of: header.timeCount) { reader throws(TimeZoneError) in
            Int(try reader.integer(size: 1)) & 0xff
        }
        let offsets = try table(of: header.typeCount) { reader throws(TimeZoneError) in
            try reader.utcOffset()
        }
        try skip(header.nameBytes)
        let leaps = try table(of: header.leapCount) { reader throws(TimeZoneError) in
            LeapSecond(at: try reader.time(size: timeSize), correction: try reader.integer(size: 4))
        }
        try skip(header.isStandardCount + header.isUTCount)

        var transitions: [TimeZoneRules.Transition] = []
        for (index, (time, type)) in zip(times, types).enumerated() {
            // In the "right" files every time includes the leap seconds before it; ours never do.
            let at = time - (leaps.last { $0.at <= time }?.correction ?? 0)
            guard at > transitions.last?.at ?? .min, type < offsets.count else {
                throw error("a clock change out of order", at: timesAt + index * timeSize)
            }
            transitions.append(.init(at: at, utcOffsetSeconds: offsets[type]))
        }
        return TimeZoneRules(
            name: zone, firstOffset: offsets[0], transitions: transitions,
            rule: timeSize == 8 ? try footer() : nil)
    }

    mutating func skip(_ count: Int) throws(TimeZoneError) {
        guard bytes.count - position >= count else {
            throw error("the file ends before its tables do", at: bytes.count)
        }
        position += count
    }
}

extension TZifReader {
    private mutating func table<Entry>(
        of count: Int, _ entry: (inout TZifReader) throws(TimeZoneError) -> Entry
    ) throws(TimeZoneError) -> [Entry] {
        // No memory is reserved for a count that the file may not contain.
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try entry(&self)) }
        return entries
    }

    /// Reads a signed number, highest byte first.
    private mutating func integer(size: Int) throws(TimeZoneError) -> Int64 {
        let start = position
        try skip(size)
        let number = bytes[start..<position].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - 8 * size
        return Int64(bitPattern: number << unused) >> unused
    }

    /// Reads a time in seconds since the epoch.
    private mutating func time(size: Int) throws(TimeZoneError) -> Int64 {
        // Some writers begin with a time before the universe; a later one means the same.
        min(max(try integer(size: size), -1 << 60), 1 << 60)
    }

    private mutating func utcOffset() throws(TimeZoneError) -> Int {
        let offset = try integer(size: 4)
        guard TimeZoneRules.offsetRange.contains(offset) else {
            throw error("an offset of \(offset) s from UTC", at: position - 4)
        }
        try skip(2)
        return Int(offset)
    }

    /// Reads the rule after the last transition, between two line feeds; empty if there is none.
    private mutating func footer() throws(TimeZoneError) -> DaylightRule? {
        let start = position
        let text = bytes[start...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard bytes[start...].first == UInt8(ascii: "\n"), text.endIndex < bytes.count else {
            throw error("no line with the rule for later years", at: start)
        }
        if text.isEmpty { return nil }
        guard let rule = DaylightRule(String(decoding: text, as: UTF8.self)) else {
            throw error("a rule for later years that cannot be read", at: start + 1)
        }
        return rule
    }

    private func error(_ problem: String, at offset: Int) -> TimeZoneError {
        TimeZoneError(at: TimeZonePlace(zone: zone, offset: offset), problem)
    }
}

/// A byte in the file of a time zone.
package struct TimeZonePlace: ParsePlace {
    /// The name of the zone.
    package var zone: String
    /// The offset in the file, in bytes from its start.
    package var offset: Int

    package func sentence(_ problem: String) -> String {
        "time zone \(zone): \(problem) at byte \(offset) of its file; "
            + "reinstall the system's time zone data (tzdata), or set another time zone"
    }
}

/// The error of an invalid time zone file.
package typealias TimeZoneError = ParseError<TimeZonePlace>
