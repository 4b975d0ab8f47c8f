internal import AppearanceModel
internal import ArgumentParser

/// A place on the earth, given or not.
struct PlaceOptions: ParsableArguments {
    // Unconditional, as the half of the world has a minus, which would else begin an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Degrees north, -90 to 90.", valueName: "degrees"))
    var latitude: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Degrees east, -180 to 180.", valueName: "degrees"))
    var longitude: Double?

    func validate() throws {
        guard (latitude == nil) == (longitude == nil) else {
            throw ValidationError("--latitude and --longitude go together")
        }
        guard latitude == nil || coordinates != nil else {
            throw ValidationError("latitude is -90 to 90 degrees, longitude -180 to 180")
        }
    }

    /// The place; nil when none is given.
    var coordinates: Coordinates? {
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
}
