/// The error of the sun while the time zone names the place, from a table that scripts/cities computes.
///
/// It is the largest difference of sunrise or sunset in a year between the place of the zone and a city in
/// it, in minutes, which 19 of 20 inhabitants of its cities do not exceed. The largest of all cities would
/// often be that of one remote island.
package enum ZoneError {
    /// The error above which the user is asked for a city, in minutes.
    static let limit = 20

    /// Returns the error of a zone by its name in `zone.tab`; `nil` if it is unknown.
    package static func minutes(of zone: String) -> Int? {
        let rows = PackageResources.zone_errors_tsv.split(separator: UInt8(ascii: "\n"))
        let start = Array(zone.utf8) + [UInt8(ascii: "\t")]
        guard let row = rows.first(where: { $0.starts(with: start) }) else { return nil }
        return Int(String(decoding: row.dropFirst(start.count), as: UTF8.self))
    }
}
