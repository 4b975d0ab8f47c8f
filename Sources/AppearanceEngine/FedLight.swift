import AppearanceModel

/// A light level that something else than a local sensor handed in.
struct FedLight: Equatable, Sendable {
    var source: String
    var lux: Lux
    var at: BootTime
}
