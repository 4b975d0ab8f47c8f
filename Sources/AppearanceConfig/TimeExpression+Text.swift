import AppearanceModel

extension TimeExpression {
    /// The expression in the form that is read: `21:30`, `sunset-30m`.
    var text: String {
        switch self {
        case .clock(let time): time.description
        case .solar(let event, offset: .zero): event.rawValue
        case .solar(let event, let offset) where offset < .zero:
            "\(event.rawValue)-\((-offset).text)"
        case .solar(let event, let offset): "\(event.rawValue)+\(offset.text)"
        }
    }
}
