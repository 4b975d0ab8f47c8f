import AppearanceEngine
import AppearanceModel
import Foundation
import Testing

/// The rows of a table under Tests/Fixtures/solar, by the names in its first line.
struct SolarFixture {
    let rows: [[String: String]]

    init(_ name: String) throws {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/solar/\(name)")
        let lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n")
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let names = try #require(lines.first)
        rows = lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
        #expect(rows.count > 500)
    }
}

extension [String: String] {
    func place() throws -> Coordinates {
        let latitude = try #require(Double(self["lat"] ?? ""))
        let longitude = try #require(Double(self["lon"] ?? ""))
        return try #require(Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }
}

/// The instant that an ISO 8601 text in UTC names, with or without a fraction of a second.
func utcTime(_ text: String) -> WallTime {
    let fields = text.split { "T:Z".contains($0) }
    guard fields.count >= 3, let date = CivilDate(fields[0]), let hour = Int64(fields[1]),
        let minute = Int64(fields[2]), let second = fields.count > 3 ? Double(fields[3]) : 0
    else { preconditionFailure("\(text) is no instant") }
    return WallTime(secondsSinceEpoch: Int64(date.daysSinceEpoch) * 86400)
        + .hours(hour) + .minutes(minute) + Microseconds(Int64((second * 1_000_000).rounded()))
}

func place(_ latitude: Double, _ longitude: Double) -> Coordinates {
    guard let place = Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    else { preconditionFailure("\(latitude), \(longitude) is nowhere") }
    return place
}
