/// Why a desktop's night light cannot be set, in words for a person.
struct NightLightError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
