/// A varlink interface that the daemon speaks; the raw value is its name.
package enum Interface: String, CaseIterable, Sendable {
    /// What every varlink service answers.
    case service = "org.varlink.service"
    /// Our own.
    case appearanced = "io.github.appearanced"

    /// The interface in varlink's description language.
    package var text: String {
        switch self {
        case .service: Self.serviceText
        case .appearanced: Self.appearancedText
        }
    }

    /// The full name of one of the interface's methods or errors.
    func member(_ name: String) -> String { rawValue + "." + name }
}
