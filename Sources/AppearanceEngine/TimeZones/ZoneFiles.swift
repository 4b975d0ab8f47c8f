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
    /// Returns whether a zone has this name; always true if no zone is known.
    package func contains(_ name: String) -> Bool {
        LocalZone(named: name, environment: nil, files: self).warning == nil || names().isEmpty
    }

    /// Returns the names of all zones, old ones last; empty if the tables are missing.
    package func names() -> [String] {
        let tables = ["zone.tab", "zone1970.tab"].flatMap {
            fields(of: $0) { $0.count > 2 ? $0[2] : nil }
        }
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
