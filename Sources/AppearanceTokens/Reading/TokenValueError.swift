/// Why a value cannot be taken, and where it stands.
struct TokenValueError: Error {
    var place: PlacedJSON.Place
    var reason: String

    init(_ value: PlacedJSON, _ reason: String) {
        place = value.place
        self.reason = reason
    }
}
