package import AppearanceModel

/// Access to the time zone files; the engine itself reads no file.
package struct ZoneFiles {
    /// The content of a file.
    package enum Content {
        case bytes([UInt8])
        case missing
        /// The file cannot be read, with the error of the system.
        case unreadable(String)
    }

    /// The system's directory of time zones.
    package static let usualDirectory = "/usr/share/zoneinfo"

    let directory: String
    let read: (String) -> Content
    let linkTarget: (String) -> String?

    /// Access by two functions.
    ///
    /// - Parameters:
    ///   - directory: The directory of the time zones by their names.
    ///   - read: Returns the content of a file.
    ///   - linkTarget: Returns the target of a symbolic link; `nil` if the file is none.
    package init(
        directory: String = usualDirectory, read: @escaping (String) -> Content,
        linkTarget: @escaping (String) -> String?
    ) {
        self.directory = directory
        self.read = read
        self.linkTarget = linkTarget
    }

    /// Access by a function that throws.
    ///
    /// - Parameters:
    ///   - directory: The directory of the time zones by their names; `nil` for the usual one.
    ///   - contents: Returns the content of a file; `nil` if it is missing.
    ///   - linkTarget: Returns the target of a symbolic link; `nil` if the file is none.
    package init<Failure: Error>(
        directory: String?, contents: @escaping (String) throws(Failure) -> [UInt8]?,
        linkTarget: @escaping (String) -> String?
    ) {
        let read = { (path: String) -> Content in
            do throws(Failure) { return try contents(path).map(Content.bytes) ?? .missing } catch {
                return .unreadable("\(error)")
            }
        }
        self.init(
            directory: directory ?? Self.usualDirectory, read: read, linkTarget: linkTarget)
    }

    /// Returns the bytes of a table in the directory; `nil` if it is missing or unreadable.
    func table(_ name: String) -> [UInt8]? {
        switch read("\(directory)/\(name)") {
        case .bytes(let bytes): bytes
        case .missing, .unreadable: nil
        }
    }
}

extension ZoneFiles {
    /// The zones of the table `zone.tab` with their places; none if it is missing.
    package var places: [(zone: String, coordinates: Coordinates)] {
        table("zone.tab").map(ZoneTable.init)?.places ?? []
    }

    /// Returns whether a zone has this name; always true if no zone is known.
    package func contains(_ name: String) -> Bool {
        LocalZone(named: name, environment: nil, files: self).warning == nil || names().isEmpty
    }

    /// Returns the names of all zones, old ones last; empty if the tables are missing.
    package func names() -> [String] {
        let tables = ["zone.tab", "zone1970.tab"].flatMap(names)
        let every = fields(of: "tzdata.zi") { fields -> ArraySlice<UInt8>? in
            switch fields.first {
            case [UInt8(ascii: "Z")] where fields.count > 1: fields[1]
            case [UInt8(ascii: "L")] where fields.count > 2: fields[2]
            default: nil
            }
        }
        var seen: Set<String> = []
        return (tables + every).filter { seen.insert($0).inserted }
    }

    /// Returns the names of the zones in the table of places of a name.
    func names(in table: String) -> [String] { fields(of: table) { $0.count > 2 ? $0[2] : nil } }

    /// Returns one field of each line of a table, without the comments.
    private func fields(
        of name: String, _ field: ([ArraySlice<UInt8>]) -> ArraySlice<UInt8>?
    ) -> [String] {
        (table(name) ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.first != UInt8(ascii: "#") else { return nil }
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return field(fields).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// The places of time zones: one of the files `zone.tab` and `zone1970.tab`.
///
/// Use `zone.tab` first: it has the zones of every country by their own names, while `zone1970.tab`
/// has one for all with the same time. Names in neither are old ones, such as `US/Eastern`, which
/// `ZoneLinks` resolves.
package struct ZoneTable: Sendable {
    private let text: [UInt8]

    /// A table from the bytes of a file; invalid lines count as comments.
    package init(text: [UInt8]) { self.text = text }

    /// Returns the place of a zone; `nil` if the table does not contain it.
    package func coordinates(of zone: String) -> Coordinates? {
        // The start of the daemon waits for this: no line is copied.
        let name = Array(zone.utf8)
        for (place, other) in rows where other.elementsEqual(name) {
            return Coordinates(iso6709: place)
        }
        return nil
    }

    /// Returns the zones whose places are nearest to a place, the nearest first.
    func zones(nearestTo place: Coordinates, count: Int) -> [String] {
        let direction = place.direction
        let distances = rows.compactMap { text, name in
            Coordinates(iso6709: text).map { (cosine: $0.direction.dot(direction), name) }
        }
        return distances.sorted { $0.cosine > $1.cosine }.prefix(count)
            .map { String(decoding: $0.1, as: UTF8.self) }
    }

    /// The text of the place and the name of the zone in each line.
    private var rows: some Sequence<(place: ArraySlice<UInt8>, zone: ArraySlice<UInt8>)> {
        sequence(state: text[...]) { rest in
            while !rest.isEmpty {
                let line = rest.prefix { $0 != UInt8(ascii: "\n") }
                rest = rest.dropFirst(line.count + 1)
                guard let first = line.firstIndex(of: Self.tab),
                    let second = line[(first + 1)...].firstIndex(of: Self.tab)
                else { continue }
                return (
                    line[(first + 1)..<second],
                    line[(second + 1)...].prefix { $0 != Self.tab }
                )
            }
            return nil
        }
    }

    private static let tab = UInt8(ascii: "\t")
}

extension Coordinates {
    /// The unit vector from the centre of the globe.
    fileprivate var direction: SIMD3<Double> {
        let (latitude, longitude) = (
            latitudeDegrees * .pi / 180, longitudeDegrees * .pi / 180
        )
        return SIMD3(
            Libm.cos(latitude) * Libm.cos(longitude), Libm.cos(latitude) * Libm.sin(longitude),
            Libm.sin(latitude))
    }
}

extension SIMD3<Double> {
    /// Returns the cosine of the angle between two unit vectors.
    fileprivate func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
}

extension ZoneTable {
    /// Returns the place of a zone by any of its names, from the first table that contains it.
    ///
    /// The links, a larger file, are read only if no table contains the name.
    package static func coordinates(
        of zone: String, in tables: [ZoneTable], links: () -> ZoneLinks
    ) -> Coordinates? {
        place(of: zone, in: tables, links: links)?.coordinates
    }

    /// Returns the place of a zone, as `coordinates` does, and the name by which the table has it.
    static func place(
        of zone: String, in tables: [ZoneTable], links: () -> ZoneLinks
    ) -> (name: String, coordinates: Coordinates)? {
        var name = zone
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
        }
        func place() -> (String, Coordinates)? {
            tables.lazy.compactMap { $0.coordinates(of: name) }.first.map { (name, $0) }
        }
        if let place = place() { return place }
        let links = links()
        for _ in 0..<4 {
            guard let target = links.target(of: name) else { return nil }
            name = target
            if let place = place() { return place }
        }
        return nil
    }

    /// The zones with their places.
    var places: [(zone: String, coordinates: Coordinates)] {
        rows.compactMap { text, name in
            Coordinates(iso6709: text).map { (String(decoding: name, as: UTF8.self), $0) }
        }
    }
}

extension Coordinates {
    /// Parses degrees and minutes, with or without seconds: `+5230+01322`, `+404251-0740023`.
    fileprivate init?(iso6709 bytes: ArraySlice<UInt8>) {
        guard let split = bytes.dropFirst().firstIndex(where: { $0 == 43 || $0 == 45 }),
            let latitude = Self.degrees(bytes[..<split], width: 2),
            let longitude = Self.degrees(bytes[split...], width: 3)
        else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    /// Parses a sign, whole degrees of a width, two digits of minutes and optionally two of seconds.
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

/// The present zones of old names: the file `tzdata.zi`, or `backward` from its source.
package struct ZoneLinks: Sendable {
    private let text: [UInt8]

    /// The links in the bytes of a file; all other lines are ignored.
    package init(text: [UInt8]) { self.text = text }

    /// Returns the zone that a name stands for; `nil` if the name is no link.
    package func target(of name: String) -> String? {
        for line in text.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "L")
        {
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count >= 3, fields[2].elementsEqual(name.utf8) else { continue }
            return String(decoding: fields[1], as: UTF8.self)
        }
        return nil
    }
}
