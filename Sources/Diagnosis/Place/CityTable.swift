package import AppearanceModel
package import Console
internal import Glibc
internal import Linux

// The table has a megabyte, and a command needs a few of its rows. So it stays a text in memory, in which the C
// library searches; only rows that are found are read.

/// The table of cities, `cities.tsv`, as scripts/cities writes it.
package struct CityTable: Sendable {
    /// The size of the largest file that is read, in bytes.
    private static let limit = 16 << 20

    /// The text, with a line end before it and a NUL after it, at which the C library ends.
    private let bytes: [UInt8]

    /// Creates a table from the content of a file; invalid rows are skipped.
    package init(_ bytes: [UInt8]) { self.bytes = [UInt8(ascii: "\n")] + bytes + [0] }

    /// Reads the first file that exists, in the folders of shared data, or beside the program.
    ///
    /// - Throws: `CommandLineError` if there is none, or it cannot be read.
    package static func read(
        _ environment: (String) -> String?
    ) throws(CommandLineError) -> CityTable {
        let paths = paths(environment, program: File.linkTarget("/proc/self/exe") ?? "")
        for path in paths {
            if let bytes = try FileReading.bytesIfPresent(of: path, limit: limit) {
                return CityTable(bytes)
            }
        }
        throw CommandLineError(
            """
            The table of cities is missing: there is no \(paths[0]).
            A package of appearanced has it; the places of time zones are known without it.
            """)
    }

    /// Returns the paths at which the table may be: in the folders of shared data, in that of the prefix in
    /// which the program is, and in the tree in which it was built.
    static func paths(_ environment: (String) -> String?, program: String) -> [String] {
        var folders = BaseDirectories(environment).systemData.map { $0 + "/appearanced" }
        let parts = program.split(separator: "/")
        if parts.count > 2 {
            folders.append("/" + parts.dropLast(2).joined(separator: "/") + "/share/appearanced")
        }
        if let build = parts.firstIndex(where: { $0.hasPrefix(".build") }) {
            folders.append("/" + parts[..<build].joined(separator: "/") + "/config")
        }
        return folders.map { $0 + "/cities.tsv" }
    }
}

extension CityTable {
    /// A city that a search has found.
    struct Match {
        let city: City
        /// Whether the word is the name of the city, and not another one of it.
        let isName: Bool
        /// The words of its region and its country, each after a semicolon.
        let around: String
    }

    /// Returns the cities of which a word is one of the names.
    func matches(_ word: String) -> [Match] {
        rows(with: "|\(word)|").compactMap { match($0, isName: "|\(word)|") }
    }

    /// Returns the cities with a name that begins with a text: those whose own name does, the largest first, else
    /// those of which another one does.
    func cities(beginningWith text: String) -> [City] {
        let found = rows(with: "|\(text)").compactMap { match($0, isName: "|\(text)") }
        let named = found.filter(\.isName)
        return (named.isEmpty ? found : named).map(\.city).sorted { $0.thousands > $1.thousands }
    }

    /// Returns the cities with a name near a word with the same first letter, the nearest first.
    func cities(near word: String) -> [City] {
        guard let first = word.first else { return [] }
        let written = Array(word.unicodeScalars)
        let found = rows(with: "|\(first)").compactMap { row -> (City, Int)? in
            let errors = Self.words(row).compactMap { known -> Int? in
                // The words of a row are the names in it, which begin with any letter.
                guard known.utf8.first == word.utf8.first else { return nil }
                return Suggestion.errors(in: written, for: Array(known.unicodeScalars), atMost: 2)
            }.min()
            guard let errors, let city = match(row)?.city else { return nil }
            return (city, errors)
        }
        return found.sorted { ($0.1, $1.0.thousands) < ($1.1, $0.0.thousands) }.map(\.0)
    }

    /// Returns the city by which a place is named, and its distance in kilometres: the nearest, or a larger one
    /// little farther away; `nil` without any.
    package func nearest(to place: Coordinates) -> (city: City, kilometres: Double)? {
        var near: [(row: ArraySlice<UInt8>, kilometres: Double)] = []
        var limit = Double.infinity
        for row in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let first = row.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "="),
                let other = Self.coordinates(row.split(separator: Self.tab, maxSplits: 4)),
                // A degree of latitude has 111 km.
                abs(other.latitudeDegrees - place.latitudeDegrees) * 111 <= limit
            else { continue }
            let distance = place.kilometres(to: other)
            guard distance <= limit else { continue }
            limit = min(limit, distance + Self.suburbKilometres)
            near.append((row, distance))
        }
        return near.filter { $0.kilometres <= limit }
            .compactMap { row, distance in match(row).map { ($0.city, distance) } }
            .max { $0.0.thousands < $1.0.thousands }
    }

    /// The distance within which a larger city names a place rather than its suburb.
    private static let suburbKilometres = 10.0
    private static let tab = UInt8(ascii: "\t")

    /// Returns the coordinates of the fields of a row.
    private static func coordinates(_ fields: [ArraySlice<UInt8>]) -> Coordinates? {
        guard fields.count > 3, let latitude = Double(String(decoding: fields[2], as: UTF8.self)),
            let longitude = Double(String(decoding: fields[3], as: UTF8.self))
        else { return nil }
        return Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    private static func words(_ row: ArraySlice<UInt8>) -> [Substring] {
        String(decoding: row, as: UTF8.self).split(separator: "\t").last?.split(separator: "|")
            ?? []
    }

    /// Returns the city of a row; `nil` of an invalid one.
    private func match(_ row: ArraySlice<UInt8>, isName text: String = "") -> Match? {
        let fields = row.split(separator: Self.tab, omittingEmptySubsequences: false)
        guard fields.count == 7, let place = Self.coordinates(fields) else { return nil }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        let code = String(texts[1].prefix { $0 != "." })
        let country = named(code)
        let region = code == texts[1] ? nil : named(texts[1])
        return Match(
            city: City(
                name: texts[0], region: region?.name ?? "", country: country?.name ?? code,
                countryCode: code, coordinates: place, timeZone: texts[4],
                thousands: Int(texts[5]) ?? 0),
            isName: texts[6].hasPrefix(text), around: (region?.words ?? "") + (country?.words ?? "")
        )
    }

    /// Returns the name and the words of a country or region.
    private func named(_ code: String) -> (name: String, words: String)? {
        guard let row = rows(with: "\n=\(code)\t", atMost: 1).first else { return nil }
        let fields = row.split(separator: Self.tab).map { String(decoding: $0, as: UTF8.self) }
        return fields.count == 3 ? (fields[1], fields[2]) : nil
    }

    /// Returns the rows that contain a text, each once.
    ///
    /// A text that begins with a line end is at the beginning of its row.
    private func rows(with text: String, atMost limit: Int = 20_000) -> [ArraySlice<UInt8>] {
        let needle = text.utf8.map { CChar(bitPattern: $0) } + [0]
        let isAtStart = text.hasPrefix("\n")
        var ranges: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { all in
            all.withMemoryRebound(to: CChar.self) { all in
                guard let base = all.baseAddress else { return }
                var start = 0
                while ranges.count < limit, let found = strstr(base + start, needle) {
                    var first = base.distance(to: UnsafePointer(found)) + (isAtStart ? 1 : 0)
                    var end = first
                    while first > 0, base[first - 1] != Self.lineEnd { first -= 1 }
                    while base[end] != Self.lineEnd, base[end] != 0 { end += 1 }
                    ranges.append(first..<end)
                    start = end
                }
            }
        }
        return ranges.map { bytes[$0] }
    }

    private static let lineEnd = CChar(bitPattern: UInt8(ascii: "\n"))
}

extension Coordinates {
    /// Returns the distance to another place, in kilometres, on a globe.
    package func kilometres(to other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (north, east) = (
            sin(radians(other.latitudeDegrees - latitudeDegrees) / 2),
            sin(radians(other.longitudeDegrees - longitudeDegrees) / 2)
        )
        let square =
            north * north
            + cos(radians(latitudeDegrees)) * cos(radians(other.latitudeDegrees)) * east * east
        return 12742 * asin(min(1, square.squareRoot()))
    }
}
