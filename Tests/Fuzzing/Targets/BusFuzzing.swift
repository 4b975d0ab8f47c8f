import AppearanceKit

/// Messages of the bus are decoded or rejected, and settings are within their range.
enum BusFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        guard let accent = DesktopSettings(lastIn: bytes)?.accent else { return nil }
        let parts = [accent.red, accent.green, accent.blue]
        return parts.allSatisfy { (0...1).contains($0) } ? nil : "an accent out of range: \(accent)"
    }
}
