package import AppearanceModel
internal import AppearanceProtocol

/// The state of `appearance-camera` that other programs show, and that it needs after a restart.
package struct CameraState: Equatable, Sendable {
    /// The name of the file in the state directory.
    package static let fileName = "camera.json"
    /// The largest size of the file, in bytes.
    package static let largestFile = 8 * 1024

    /// The time of the last attempt, be it without a level; `nil` for none.
    package var last: WallTime?
    /// The local day of the last attempt, as the number of days since 1970.
    package var day: Int64 = 0
    /// The grabs of that day: the attempts for which a camera was switched on.
    package var grabs: Int64 = 0
    /// The last reported level, and its time.
    package var level: Lux?
    package var reported: WallTime?
    /// The last good exposure.
    package var exposure: Int32?
    /// The reason why the last grab has no level; `nil` if it has one.
    package var problem: String?
    /// The camera whose first grab was announced, and the time at which the unit was enabled then.
    package var announced: CameraName?
    package var enabled: WallTime?

    package init() {}

    /// Reads the text of a file; `nil` if it is invalid.
    package init?(decoding text: [UInt8]) {
        guard let json = try? JSON(decoding: text), case .object = json else { return nil }
        func time(_ name: String) -> WallTime? {
            json[name]?.integer.map(WallTime.init(microsecondsSinceEpoch:))
        }
        last = time("last")
        day = json["day"]?.integer ?? 0
        grabs = max(json["grabs"]?.integer ?? 0, 0)
        level = json["level"]?.number.flatMap(Lux.init)
        reported = time("reported")
        exposure = json["exposure"]?.integer.flatMap { Int32(exactly: $0) }
        problem = json["problem"]?.string
        announced = CameraName(json["camera"])
        enabled = time("enabled")
    }

    /// The text of the file.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            writer.member("last", last?.microsecondsSinceEpoch)
            writer.member("day", day)
            writer.member("grabs", grabs)
            writer.member("level", level?.value)
            writer.member("reported", reported?.microsecondsSinceEpoch)
            writer.member("exposure", exposure.map(Int64.init))
            writer.member("problem", problem)
            announced?.write(to: &writer)
            writer.member("enabled", enabled?.microsecondsSinceEpoch)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Returns the last reported level; `nil` if it is not younger than an age.
    package func level(youngerThan age: Microseconds, at now: WallTime) -> Lux? {
        guard let reported, case let passed = now - reported, passed >= .zero, passed < age
        else { return nil }
        return level
    }

    /// Counts an attempt at a time of a local day, for which a camera was switched on or not.
    package mutating func count(at now: WallTime, day: Int64, wasUsed: Bool) {
        if day != self.day { (self.day, grabs) = (day, 0) }
        if wasUsed { grabs += 1 }
        last = now
    }
}
