import AppearanceEngine
import AppearanceModel
import LinuxIO

/// The time zone that the service lives in, and the place that follows from it.
struct LocalZone: Sendable {
    /// More than any zone file has.
    private static let largestZone = 256 * 1024
    private static let largestTable = 1024 * 1024
    private static let zoneDirectory = "/usr/share/zoneinfo"
    private static let system = "the system"
    private static let systemLink = "/etc/localtime"

    let rules: TimeZoneRules
    /// What could not be done as asked, in words.
    let warning: String?

    /// The zone that the configuration names, else `TZ`, else the system's.
    init(configured: String, environment: String?) {
        if !configured.isEmpty {
            self.init(named: configured, because: "location.time_zone")
        } else if let environment {
            self.init(variable: environment)
        } else {
            self.init(file: Self.systemLink, name: Self.systemName(), because: Self.system)
        }
    }

    /// The coordinates of the zone's principal town; nil when the zone has none.
    func place() -> Coordinates? {
        guard !rules.name.hasPrefix("Etc/"), rules.name != "UTC" else { return nil }
        let tables = ["zone.tab", "zone1970.tab"].compactMap(Self.table).map(ZoneTable.init)
        return ZoneTable.coordinates(of: rules.name, in: tables) {
            ZoneLinks(text: Self.table("tzdata.zi") ?? [])
        }
    }

    private init(variable: String) {
        let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if value.hasPrefix("/") {
            self.init(file: value, name: value, because: "TZ")
        } else if let rules = TimeZoneRules(posix: value) {
            self.init(rules)
        } else {
            self.init(named: value, because: "TZ")
        }
    }

    private init(named name: String, because origin: String) {
        guard !name.split(separator: "/").contains("..") else {
            self.init(.utc, warning: "\(origin) names no time zone: \"\(name)\"; going by UTC")
            return
        }
        self.init(file: "\(Self.zoneDirectory)/\(name)", name: name, because: origin)
    }

    private init(file: String, name: String, because origin: String) {
        do {
            let bytes = try File.read(file, limit: Self.largestZone)
            self.init(try TimeZoneRules(tzif: bytes, name: name))
        } catch {
            // A machine without a zone at all goes by UTC, as everything on it does.
            let isUnset = origin == Self.system && Self.isAbsent(error)
            let warning =
                "the time zone \"\(name)\" (from \(origin)) cannot be read: \(error); going by UTC"
            self.init(.utc, warning: isUnset ? nil : warning)
        }
    }

    private init(_ rules: TimeZoneRules, warning: String? = nil) {
        self.rules = rules
        self.warning = warning
    }

    private static func isAbsent(_ error: any Error) -> Bool {
        (error as? IOFailure)?.errno == .noSuchFile
    }

    /// The name in the system's link, such as `Europe/Berlin`; `UTC` when it is no link.
    private static func systemName() -> String {
        let parts = File.linkTarget(systemLink)?.split(separator: "/") ?? []
        guard let folder = parts.lastIndex(of: "zoneinfo"), folder + 1 < parts.count
        else { return "UTC" }
        return parts[(folder + 1)...].joined(separator: "/")
    }

    private static func table(_ name: String) -> [UInt8]? {
        try? File.read("\(zoneDirectory)/\(name)", limit: largestTable)
    }
}
