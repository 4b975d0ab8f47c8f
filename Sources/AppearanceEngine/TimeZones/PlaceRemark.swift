package import AppearanceModel

/// A remark on configured coordinates whose sun does not fit the clock.
package struct PlaceRemark: Equatable, Sendable {
    /// The remark in one or two sentences.
    package let text: String
    /// The longitude with the other sign, in degrees, if the clock fits that; `nil` otherwise.
    package let likelyLongitudeDegrees: Double?
}

extension LocalZone {
    /// The longest time from 12:00 to solar noon that a clock has, in minutes: three hours in the west of
    /// China, and one more.
    private static let longestNoonDelay = 240.0

    /// Returns a remark on the coordinates of a configuration; `nil` if they fit the clock, or are fixed.
    package func remark(on location: LocationSettings, at now: WallTime) -> PlaceRemark? {
        // A clock without a place, such as UTC, fits any.
        guard let configured = location.coordinates, !location.isFixed, place() != nil
        else { return nil }
        let longitude = configured.longitudeDegrees
        let isElsewhere = sunPlace(location, at: now).origin == .clockElsewhere
        guard isNoonFar(at: longitude, now) else {
            return isElsewhere ? PlaceRemark(text: elsewhereText, likelyLongitudeDegrees: nil) : nil
        }
        let noon = ClockTime(wrapping: 720 + Int(noonDelay(at: longitude, now).rounded()))
        let text =
            "At longitude \(longitude) the sun is highest at \(noon) by the clock of \(rules.name)."
        guard isNoonFar(at: -longitude, now) else {
            return PlaceRemark(
                text: text + " If you are there, the sign is wrong: longitude = \(-longitude)",
                likelyLongitudeDegrees: -longitude)
        }
        let rest =
            isElsewhere ? elsewhereText : "Degrees east are positive, and degrees west negative."
        return PlaceRemark(text: "\(text) \(rest)", likelyLongitudeDegrees: nil)
    }

    private var elsewhereText: String {
        "The sun of \(rules.name) counts while the clock is there; location.fixed = true keeps that of"
            + " the configured place."
    }

    private func isNoonFar(at longitude: Double, _ now: WallTime) -> Bool {
        abs(noonDelay(at: longitude, now)) > Self.longestNoonDelay
    }
}
