package import AppearanceConfig
package import AppearanceModel
internal import Linux

/// A place as it is written into the configuration.
package struct PlaceChange: Equatable, Sendable {
    /// The coordinates.
    package let coordinates: Coordinates
    /// The name for the comment; empty for none.
    package let name: String

    /// A place with the coordinates as they are given.
    package init(_ coordinates: Coordinates, name: String = "") {
        self.coordinates = coordinates
        self.name = name
    }

    /// A city, on the grid of tenths of a degree.
    package init(_ city: City) { self.init(city.coordinates.rounded, name: city.text) }

    /// The place with its coordinates.
    package var text: String { name.isEmpty ? coordinates.text : "\(name): \(coordinates.text)" }

    /// The changes of the configuration.
    ///
    /// The second of two new lines is inserted above the first.
    package var changes: [ConfigurationEdit.Change] {
        [
            .init("location.longitude", to: "\(coordinates.longitudeDegrees)"),
            .init(
                "location.latitude", to: "\(coordinates.latitudeDegrees)",
                place: name.withoutControls),
        ]
    }
}
