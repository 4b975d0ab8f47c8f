package import AppearanceModel

/// The place that each time zone is named for.
///
/// Hand in the text of `zone.tab` first, which has every country's own zones, then that of
/// `zone1970.tab`, and as links that of `tzdata.zi` (or `backward`), which lead old names such as
/// `US/Eastern` to present ones. The first table that knows a name decides.
package struct ZoneTable: Equatable, Sendable {
    private var places: [String: Coordinates] = [:]
    private var links: [String: String] = [:]

    /// A table from the text of its files; lines that cannot be read count as comments.
    package init(tables: [String], links text: String = "") {
        for line in tables.lazy.flatMap(\.utf8.lines) {
            let fields = line.split(separator: UInt8(ascii: "\t"))
            guard fields.count >= 3, line.first != UInt8(ascii: "#"),
                let place = Coordinates(iso6709: Array(fields[1]))
            else { continue }
            let name = String(decoding: fields[2], as: UTF8.self)
            if places[name] == nil { places[name] = place }
        }
        for line in text.utf8.lines {
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                .map { String(decoding: $0, as: UTF8.self) }
            guard fields.count >= 3, fields[0] == "L" || fields[0] == "Link" else { continue }
            links[fields[2]] = fields[1]
        }
    }

    /// The place of a zone; nil for one without, such as `UTC`.
    package func coordinates(of zone: String) -> Coordinates? {
        var name = zone
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
        }
        for _ in 0..<8 {
            if let place = places[name] { return place }
            guard let target = links[name] else { return nil }
            name = target
        }
        return nil
    }
}

extension Coordinates {
    /// Reads degrees and minutes, with or without seconds: `+5230+01322`, `+404251-0740023`.
    fileprivate init?(iso6709 bytes: [UInt8]) {
        guard let split = bytes.dropFirst().firstIndex(where: { $0 == 43 || $0 == 45 }),
            let latitude = Self.degrees(bytes[..<split], width: 2),
            let longitude = Self.degrees(bytes[split...], width: 3)
        else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    /// A sign, whole degrees of a width, two digits of minutes and perhaps two of seconds.
    private static func degrees(_ bytes: ArraySlice<UInt8>, width: Int) -> Double? {
        let digits = bytes.dropFirst()
        guard let sign = bytes.first, sign == 43 || sign == 45,
            digits.allSatisfy({ (48...57).contains($0) }),
            digits.count == width + 2 || digits.count == width + 4
        else { return nil }
        func number(_ digits: ArraySlice<UInt8>) -> Double {
            digits.reduce(0) { $0 * 10 + Double($1 - 48) }
        }
        let minutes = digits.dropFirst(width)
        let degrees =
            number(digits.prefix(width)) + number(minutes.prefix(2)) / 60
            + number(minutes.dropFirst(2)) / 3600
        return sign == 45 ? -degrees : degrees
    }
}

extension String.UTF8View {
    fileprivate var lines: [Substring.UTF8View] { split(separator: UInt8(ascii: "\n")) }
}
