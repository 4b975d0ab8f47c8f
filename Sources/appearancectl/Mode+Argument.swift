internal import AppearanceConfig
internal import AppearanceModel
internal import ArgumentParser

extension Mode {
    static let names = allCases.map(\.rawValue)

    /// Reads a mode from the command line, in any case.
    static func argument(_ text: String) throws -> Mode {
        let word = text.lowercased()
        if let mode = Mode(rawValue: word) { return mode }
        let near = Suggestion.nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError("it is one of auto, light, dark and night\(near)")
    }
}
