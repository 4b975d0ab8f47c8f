/// The bytes of a file and how far they are read; what does not fit is a fault, never a trap.
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
        /// All leap seconds until then.
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
        else { throw fault("no TZif header", at: start) }
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
            throw fault("counts that no time zone has", at: position - 24)
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
            // In the "right" files every time counts the leap seconds before it; ours never do.
            let at = time - (leaps.last { $0.at <= time }?.correction ?? 0)
            guard at > transitions.last?.at ?? .min, type < offsets.count else {
                throw fault("a clock change out of order", at: timesAt + index * timeSize)
            }
            transitions.append(.init(at: at, utcOffsetSeconds: offsets[type]))
        }
        return TimeZoneRules(
            name: zone, firstOffset: offsets[0], transitions: transitions,
            rule: timeSize == 8 ? try footer() : nil)
    }

    mutating func skip(_ count: Int) throws(TimeZoneError) {
        guard bytes.count - position >= count else {
            throw fault("the file ends before its tables do", at: bytes.count)
        }
        position += count
    }
}

extension TZifReader {
    private mutating func table<Entry>(
        of count: Int, _ entry: (inout TZifReader) throws(TimeZoneError) -> Entry
    ) throws(TimeZoneError) -> [Entry] {
        // Nothing is set aside for a count that the file may not hold.
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try entry(&self)) }
        return entries
    }

    /// A signed number, highest byte first.
    private mutating func integer(size: Int) throws(TimeZoneError) -> Int64 {
        let start = position
        try skip(size)
        let number = bytes[start..<position].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - 8 * size
        return Int64(bitPattern: number << unused) >> unused
    }

    /// A time in seconds since the epoch.
    private mutating func time(size: Int) throws(TimeZoneError) -> Int64 {
        // Some writers begin with a time before the universe; nothing is lost by a later one.
        min(max(try integer(size: size), -1 << 60), 1 << 60)
    }

    private mutating func utcOffset() throws(TimeZoneError) -> Int {
        let offset = try integer(size: 4)
        guard TimeZoneRules.offsetRange.contains(offset) else {
            throw fault("an offset of \(offset) s from UTC", at: position - 4)
        }
        try skip(2)
        return Int(offset)
    }

    /// The rule after the last transition, between two line feeds; empty for none.
    private mutating func footer() throws(TimeZoneError) -> DaylightRule? {
        let start = position
        let text = bytes[start...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard bytes[start...].first == UInt8(ascii: "\n"), text.endIndex < bytes.count else {
            throw fault("no line with the rule for later years", at: start)
        }
        if text.isEmpty { return nil }
        guard let rule = DaylightRule(String(decoding: text, as: UTF8.self)) else {
            throw fault("a rule for later years that cannot be read", at: start + 1)
        }
        return rule
    }

    private func fault(_ problem: String, at offset: Int) -> TimeZoneError {
        TimeZoneError(zone: zone, problem: problem, offset: offset)
    }
}
