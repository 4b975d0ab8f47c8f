package import AppearanceModel

/// Where time zone files are read from; the engine reads no file itself.
package struct ZoneFiles {
    /// Why a file cannot be read.
    package enum Fault: Error {
        case absent
        /// What the system says.
        case unreadable(String)
    }

    /// Where the system keeps its time zones.
    package static let usualDirectory = "/usr/share/zoneinfo"

    let directory: String
    let read: (String) throws(Fault) -> [UInt8]
    let linkTarget: (String) -> String?

    /// - Parameters:
    ///   - directory: Where time zones are found by their names.
    ///   - read: The content of a file.
    ///   - linkTarget: What a symbolic link says; nil for what is none.
    package init(
        directory: String = usualDirectory,
        read: @escaping (String) throws(Fault) -> [UInt8],
        linkTarget: @escaping (String) -> String?
    ) {
        self.directory = directory
        self.read = read
        self.linkTarget = linkTarget
    }
}

extension ZoneFiles {
    /// - Parameters:
    ///   - directory: Where time zones are found by their names; nil for the usual place.
    ///   - contents: The content of a file; nil for one that is absent.
    ///   - linkTarget: What a symbolic link says; nil for what is none.
    package init<Failure: Error>(
        directory: String?, contents: @escaping (String) throws(Failure) -> [UInt8]?,
        linkTarget: @escaping (String) -> String?
    ) {
        let read = { (path: String) throws(Fault) -> [UInt8] in
            let bytes: [UInt8]?
            do throws(Failure) { bytes = try contents(path) } catch {
                throw .unreadable("\(error)")
            }
            guard let bytes else { throw .absent }
            return bytes
        }
        self.init(
            directory: directory ?? Self.usualDirectory, read: read, linkTarget: linkTarget)
    }
}

/// The time zone to go by, and the place that follows from it.
package struct LocalZone {
    private static let system = "the system"
    private static let systemLink = "/etc/localtime"

    private let files: ZoneFiles
    package let rules: TimeZoneRules
    /// The file that the rules are read from, or would be; nil for rules that are in no file.
    package let file: String?
    /// What could not be done as asked, in words.
    package let warning: String?

    /// The zone that is asked for by name, else `TZ`, else the system's.
    package init(named name: String, environment: String?, files: ZoneFiles) {
        if !name.isEmpty {
            self.init(named: name, because: "location.time_zone", files)
        } else if let environment {
            self.init(variable: environment, files)
        } else {
            self.init(
                file: Self.systemLink,
                name: Self.name(behind: Self.systemLink, files) ?? Self.systemLink,
                because: Self.system, files)
        }
    }

    /// A zone whose rules are known already.
    package init(_ rules: TimeZoneRules, files: ZoneFiles) { self.init(rules, files) }

    /// The coordinates of the zone's principal town; nil when the zone has none.
    package func place() -> Coordinates? {
        guard !rules.name.hasPrefix("Etc/"), rules.name != "UTC" else { return nil }
        let tables = ["zone.tab", "zone1970.tab"].compactMap(table).map(ZoneTable.init)
        return ZoneTable.coordinates(of: rules.name, in: tables) {
            ZoneLinks(text: table("tzdata.zi") ?? [])
        }
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
        let bytes: [UInt8]
        do throws(ZoneFiles.Fault) {
            bytes = try files.read(file)
        } catch {
            switch error {
            case .absent:
                // A machine without a zone at all goes by UTC, as everything on it does.
                let why = origin == Self.system ? nil : unusable("there is no such zone")
                self.init(.utc, files, from: file, warning: why)
            case .unreadable(let why):
                self.init(.utc, files, from: file, warning: unusable(why))
            }
            return
        }
        do throws(TimeZoneError) {
            self.init(try TimeZoneRules(tzif: bytes, name: name), files, from: file)
        } catch {
            self.init(.utc, files, from: file, warning: unusable("\(error)"))
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

    /// The name that a link to a zone's file gives away, such as `Europe/Berlin`; nil for none.
    private static func name(behind link: String, _ files: ZoneFiles) -> String? {
        guard let target = files.linkTarget(link) else { return nil }
        if target.hasPrefix(files.directory + "/") {
            return String(target.dropFirst(files.directory.count + 1))
        }
        let parts = target.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo"), folder + 1 < parts.count
        else { return nil }
        return parts[(folder + 1)...].joined(separator: "/")
    }

    private func table(_ name: String) -> [UInt8]? {
        try? files.read("\(files.directory)/\(name)")
    }
}
