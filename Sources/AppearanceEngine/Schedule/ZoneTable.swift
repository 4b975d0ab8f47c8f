package import AppearanceModel

/// The places that time zones are named for: one of the files `zone.tab` and `zone1970.tab`.
///
/// Ask `zone.tab` first, since it has the zones of every country by their own names, where
/// `zone1970.tab` has one for all that keep the same time. Names in neither are old ones, such as
/// `US/Eastern`: `ZoneLinks` leads them to the present ones.
package struct ZoneTable: Sendable {
    private let text: [UInt8]

    /// The table in the bytes of a file; lines that cannot be read count as comments.
    package init(text: [UInt8]) { self.text = text }

    /// The place of a zone; nil for one that the table has not.
    package func coordinates(of zone: String) -> Coordinates? {
        // The start of the service waits for this: no line is copied, and hardly any cut up.
        let name = Array(zone.utf8)
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            guard let first = line.firstIndex(of: Self.tab),
                let second = line[(first + 1)...].firstIndex(of: Self.tab),
                line[(second + 1)...].prefix(while: { $0 != Self.tab }).elementsEqual(name)
            else { continue }
            return Coordinates(iso6709: line[(first + 1)..<second])
        }
        return nil
    }

    private static let tab = UInt8(ascii: "\t")
}

extension ZoneTable {
    /// The place of a zone by any of its names, from the first table that has it.
    ///
    /// The links, a larger file, are asked for only when no table knows the name.
    package static func coordinates(
        of zone: String, in tables: [ZoneTable], links: () -> ZoneLinks
    ) -> Coordinates? {
        var name = zone
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
        }
        func known() -> Coordinates? { tables.lazy.compactMap { $0.coordinates(of: name) }.first }
        if let place = known() { return place }
        let links = links()
        for _ in 0..<4 {
            guard let target = links.target(of: name) else { return nil }
            name = target
            if let place = known() { return place }
        }
        return nil
    }
}

extension Coordinates {
    /// Reads degrees and minutes, with or without seconds: `+5230+01322`, `+404251-0740023`.
    fileprivate init?(iso6709 bytes: ArraySlice<UInt8>) {
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
