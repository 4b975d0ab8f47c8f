/// The settings that apps read through the desktop portal: `[portal]`.
package struct PortalSettings: Equatable, Sendable {
    /// Whether the portal is served.
    package var enabled = true
    /// The hints in every appearance without its own.
    package var everyAppearance = PortalHints()
    /// The appearances with their own hints, each complete.
    package var appearances: [Appearance: PortalHints] = [:]

    package init() {}

    /// The hints in an appearance.
    package subscript(appearance: Appearance) -> PortalHints {
        appearances[appearance] ?? everyAppearance
    }
}

/// The portal's settings beside light and dark; `nil` leaves one to the desktop's own backend.
package struct PortalHints: Equatable, Sendable {
    package var accentColor: AccentColor?
    package var contrast: Contrast?
    package var reducedMotion: Bool?

    package init() {}

    /// The contrast of text; the raw value is the word in the configuration.
    package enum Contrast: String, CaseIterable, Sendable {
        case normal, higher
    }
}

/// An accent colour in sRGB with eight bits per channel.
package struct AccentColor: Equatable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    /// A colour of these parts.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#rrggbb`, six hexadecimal digits of either case.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"),
            bytes.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    /// The colour as `#rrggbb`, in lower case.
    package var text: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}
