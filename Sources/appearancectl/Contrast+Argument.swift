public import AppearanceKit
public import ArgumentParser

extension Contrast: ExpressibleByArgument {
    /// Reads a contrast from the command line; `more` is what style sheets call the high one.
    public init?(argument: String) {
        let word = argument.lowercased()
        self.init(rawValue: word == "more" ? Contrast.high.rawValue : word)
    }
}
