public import AppearanceKit

/// The tokens as a function of the shell that sets the colours of a terminal, for the ready-made hooks.
///
/// Programs choose among a terminal's 16 colours by number, so that each has to be readable on the
/// background. Tokens have no magenta and no cyan, and at night one red: those are defined here, at night as
/// shades that differ.
struct ShellExport {
    let tokens: DesignTokens

    var text: String {
        """
        palette() {
            case $1 in
        \(Appearance.allCases.map(branch).joined(separator: "\n"))
            *)
                echo "${0##*/}: expected light, dark or night, found '$1'" >&2
                exit 2
                ;;
            esac
        }

        """
    }

    private func branch(of appearance: Appearance) -> String {
        let colors = colors(in: appearance).map(digits)
        let cursor = color(.accent, in: appearance)
        let roles = [
            ("background", color(.backgroundPrimary, in: appearance)),
            ("foreground", color(.textPrimary, in: appearance)), ("cursor", cursor),
            ("selection", color(.backgroundTertiary, in: appearance)),
        ]
        return """
                \(appearance.rawValue))
                    \(roles.map { "\($0)=\(digits($1))" }.joined(separator: " "))
                    colors='\(colors.prefix(8).joined(separator: " "))
                            \(colors.dropFirst(8).joined(separator: " "))'
                    ;;
            """
    }

    /// Returns black, red, green, yellow, blue, magenta, cyan and white, then each as a bright colour: bright
    /// black is that of comments.
    private func colors(in appearance: Appearance) -> [Color] {
        let ground = color(.backgroundPrimary, in: appearance)
        let text = color(.textPrimary, in: appearance)
        let comment = color(.textSecondary, in: appearance)
        let signs = signs(in: appearance, .standard)
        switch appearance {
        case .light:
            let hues = signs + [Color(0x8B1A8B), Color(0x0B6470)]
            return [text] + hues + [color(.borderDefault, in: .light), comment] + hues + [ground]
        case .dark:
            let hues = signs + [Color(0xBF5AF2), Color(0x64D2FF)]
            let bright = self.signs(in: .dark, .high) + [Color(0xDA8FFF), Color(0x9FE5FF)]
            let white = color(.textSecondary, in: .dark, .high)
            return [color(.backgroundSecondary, in: .dark)] + hues + [white, comment] + bright
                + [text]
        case .night:
            let shades: [Color] = [
                0xCC0000, 0xE60000, 0xC20000, 0xD90000, 0xBF0000, 0xE60000,  // Green to white.
                0xB80000, 0xFF0000, 0xD90000, 0xF20000, 0xBF0000, 0xE60000, 0xCC0000,
            ].map { Color($0) }
            return [ground, text] + shades + [text]
        }
    }

    private func signs(in appearance: Appearance, _ contrast: Contrast) -> [Color] {
        [.textError, .textSuccess, .textWarning, .accent].map {
            color($0, in: appearance, contrast)
        }
    }

    private func color(
        _ token: ColorToken, in appearance: Appearance, _ contrast: Contrast = .standard
    ) -> Color {
        tokens.color(token, in: Traits(appearance: appearance, contrast: contrast))
    }

    /// Returns a colour as six hexadecimal digits; a terminal's colours are opaque.
    private func digits(_ color: Color) -> String {
        String(color.description.dropFirst().prefix(6))
    }
}

extension DesignTokens {
    /// The colours of a terminal as a function of the shell: after `palette light`, `palette dark` or
    /// `palette night` the variables `background`, `foreground`, `cursor`, `selection` and `colors` are set.
    public var shellPalette: String { ShellExport(tokens: self).text }
}
