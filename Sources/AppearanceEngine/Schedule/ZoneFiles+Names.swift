extension ZoneFiles {
    /// Whether there is a zone of this name; any name counts where no zone is known at all.
    package func contains(_ name: String) -> Bool {
        LocalZone(named: name, environment: nil, files: self).warning == nil || names().isEmpty
    }

    /// The names of all zones, old ones last; empty where the tables are missing.
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

    /// One field of each line of a table, without the comments.
    private func fields(
        of table: String, _ field: ([ArraySlice<UInt8>]) -> ArraySlice<UInt8>?
    ) -> [String] {
        let text = (try? read("\(directory)/\(table)")) ?? []
        return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.first != UInt8(ascii: "#") else { return nil }
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return field(fields).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
