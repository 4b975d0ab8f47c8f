package import AppearanceModel

/// The time zone in use, and its place.
package struct LocalZone {
    private static let system = "the system"
    private static let systemLink = "/etc/localtime"

    private let files: ZoneFiles
    package let rules: TimeZoneRules
    /// The file of the rules, whether it could be read or not; `nil` if they are in no file.
    package let file: String?
    /// A warning about a zone that cannot be used; `nil` if there is none.
    package let warning: String?

    /// The zone of the given name, otherwise of `TZ`, otherwise the system's.
    package init(named name: String, environment: String?, files: ZoneFiles) {
        if !name.isEmpty {
            self.init(named: name, because: "location.time_zone", files)
        } else if let environment {
            self.init(variable: environment, files)
        } else {
            self.init(
                file: Self.systemLink,
                name: Self.name(behind: Self.systemLink, files) ?? Self.nameOfCopy(files)
                    ?? Self.systemLink,
                because: Self.system, files)
        }
    }

    /// A zone with known rules.
    package init(_ rules: TimeZoneRules, files: ZoneFiles) { self.init(rules, files) }

    /// Returns the name by which the tables have the zone's principal town, such as `America/New_York` for
    /// `US/Eastern`; `nil` if they have none.
    package func zoneOfPlace() -> String? {
        guard hasPlace else { return nil }
        let tables = ["zone.tab", "zone1970.tab"].compactMap(files.table).map(ZoneTable.init)
        return ZoneTable.place(of: rules.name, in: tables) {
            ZoneLinks(text: files.table("tzdata.zi") ?? [])
        }?.name
    }

    private var hasPlace: Bool { !rules.name.hasPrefix("Etc/") && rules.name != "UTC" }

    /// Returns the coordinates of the zone's principal town; `nil` if it has none.
    package func place() -> Coordinates? {
        guard hasPlace else { return nil }
        // Nearly every zone is in the first table, and the start waits for this.
        let first = files.table("zone.tab").map(ZoneTable.init)
        if let place = first?.coordinates(of: rules.name) { return place }
        let tables = [first, files.table("zone1970.tab").map(ZoneTable.init)].compactMap(\.self)
        return ZoneTable.coordinates(of: rules.name, in: tables) {
            ZoneLinks(text: files.table("tzdata.zi") ?? [])
        }
    }

    /// Returns the names of the zones whose places are nearest to a place, the nearest first.
    func places(nearestTo place: Coordinates, count: Int) -> [String] {
        let table = files.table("zone.tab").map(ZoneTable.init)
        return table?.zones(nearestTo: place, count: count) ?? []
    }

    /// Returns the zone of a name, from the same files.
    func zone(named name: String) -> LocalZone {
        LocalZone(named: name, environment: nil, files: files)
    }

    private init(variable: String, _ files: ZoneFiles) {
        let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if value.hasPrefix("/") {
            let name = Self.name(behind: value, files) ?? value
            self.init(file: value, name: name, because: "TZ", files)
        } else if let rules = TimeZoneRules(posix: value) {
            self.init(rules, files)
        } else {
            self.init(named: value, because: "TZ", files)
        }
    }

    private init(named name: String, because origin: String, _ files: ZoneFiles) {
        guard !name.split(separator: "/").contains("..") else {
            self.init(
                .utc, files, warning: "\(origin) names no time zone: \"\(name)\"; going by UTC")
            return
        }
        self.init(file: "\(files.directory)/\(name)", name: name, because: origin, files)
    }

    private init(file: String, name: String, because origin: String, _ files: ZoneFiles) {
        func unusable(_ why: String) -> String {
            "the time zone \"\(name)\" (from \(origin)) cannot be read: \(why); going by UTC"
        }
        switch files.read(file) {
        case .missing:
            // A machine without any zone uses UTC, as every program on it does.
            let why = origin == Self.system ? nil : unusable("there is no such zone")
            self.init(.utc, files, from: file, warning: why)
        case .unreadable(let why):
            self.init(.utc, files, from: file, warning: unusable(why))
        case .bytes(let bytes):
            do throws(TimeZoneError) {
                self.init(try TimeZoneRules(tzif: bytes, name: name), files, from: file)
            } catch {
                self.init(.utc, files, from: file, warning: unusable("\(error)"))
            }
        }
    }

    private init(
        _ rules: TimeZoneRules, _ files: ZoneFiles, from file: String? = nil,
        warning: String? = nil
    ) {
        self.rules = rules
        self.files = files
        self.file = file
        self.warning = warning
    }

    /// Returns the name of the zone that a link points to, or that a file has by its own path, such as
    /// `Europe/Berlin`.
    private static func name(behind path: String, _ files: ZoneFiles) -> String? {
        files.linkTarget(path).flatMap { name(of: $0, files) } ?? name(of: path, files)
    }

    /// Returns the name of the zone of which the system's file is a copy: that in `/etc/timezone`, if it is
    /// right, else the first in the table of zones with different rules; `nil` if there is none.
    private static func nameOfCopy(_ files: ZoneFiles) -> String? {
        guard case .bytes(let rules) = files.read(systemLink) else { return nil }
        func isCopied(_ name: String) -> Bool {
            guard case .bytes(let other) = files.read("\(files.directory)/\(name)")
            else { return false }
            return other == rules
        }
        if case .bytes(let text) = files.read("/etc/timezone") {
            let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: " ") }
            let name = String(decoding: line, as: UTF8.self)
            if !name.isEmpty, isCopied(name) { return name }
        }
        return files.names(in: "zone1970.tab").first(where: isCopied)
    }

    private static func name(of target: String, _ files: ZoneFiles) -> String? {
        if target.hasPrefix(files.directory + "/") {
            return String(target.dropFirst(files.directory.count + 1))
        }
        let parts = target.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo"), folder + 1 < parts.count
        else { return nil }
        return parts[(folder + 1)...].joined(separator: "/")
    }
}

extension Schedule {
    /// The schedule of a configuration in a time zone, with the place whose sun counts there.
    package init(_ configuration: Configuration, in zone: LocalZone, at now: WallTime) {
        self.init(
            configuration.schedule, zone.sunPlace(configuration.location, at: now),
            zone: zone.rules)
    }
}
