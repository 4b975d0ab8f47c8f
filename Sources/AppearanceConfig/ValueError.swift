import TOML

/// Why the value of a known key cannot be taken, and where it stands.
struct ValueError: Error {
    let place: TOMLPlace
    let reason: String

    init(_ value: TOMLValue, _ reason: String) {
        place = value.place
        self.reason = reason
    }
}
