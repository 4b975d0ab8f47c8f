package import AppearanceModel

extension TimeExpression {
    /// As a person says it: `22:30`, `sunset`, `1 h 30 min after civil dusk`.
    package var words: String {
        switch self {
        case .clock(let time): time.description
        case .solar(let event, let offset) where offset == .zero: event.words
        case .solar(let event, let offset) where offset < .zero:
            "\((-offset).words) before \(event.words)"
        case .solar(let event, let offset): "\(offset.words) after \(event.words)"
        }
    }
}

extension SolarEvent {
    /// As a person says it: `civil dusk`.
    package var words: String {
        rawValue.split(separator: "_").joined(separator: " ")
    }
}

extension Microseconds {
    /// Hours, minutes and seconds: `1 h 30 min`.
    var words: String {
        let seconds = count / 1_000_000
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let words = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? "less than 1 s" : words.joined(separator: " ")
    }
}
