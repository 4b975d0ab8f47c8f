internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceTokens

/// A self-contained page with every token, component and picture in every appearance.
struct PreviewPage {
    let tokens: DesignTokens

    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Design tokens</title>
        <style>
        \(tokens.css)
        \(Self.layout)
        </style>
        </head>
        <body>
        <header>
        <h1>Design tokens</h1>
        <p>Light, dark and night, with standard and with more contrast. At night everything is black \
        or a shade of red.</p>
        </header>
        <main>
        \(TraitMatrix.traits.map(panel).joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }

    private func panel(_ traits: Traits) -> String {
        let contrast = traits.contrast == .high ? "more" : "standard"
        let name = traits.appearance.rawValue
        return """
            <section data-appearance="\(name)" data-contrast="\(contrast)" id="\(name)-\(contrast)">
            <h2>\(name.capitalizedFirst)\
            <small>\(traits.contrast == .high ? "more contrast" : "standard contrast")</small></h2>
            \(components)
            \(type(traits))
            \(colors(traits))
            \(scales(traits))
            \(picture(traits))
            </section>
            """
    }

    private var components: String {
        """
        <div class="card">
        <p class="t-heading">A card</p>
        <p>Primary text. <span class="secondary">Secondary text.</span>
        <span class="tertiary">Tertiary text.</span></p>
        <p class="signs"><span class="success">✓ Saved</span> <span class="warning">▲ Almost full</span>
        <span class="error">✕ Not sent</span></p>
        <div class="buttons"><button class="button-primary">Primary</button>
        <button class="button-secondary">Secondary</button>
        <button class="button-destructive">Delete</button></div>
        <p><label><input type="checkbox" checked> A part of the system</label>
        <input type="range" value="60" aria-label="A range"></p>
        </div>
        """
    }

    private func type(_ traits: Traits) -> String {
        "<div class=\"type\">"
            + TextToken.allCases.map { token in
                let style = tokens.text(token, in: traits)
                return "<p style=\"font: var(--text-\(token.rawValue))\">\(token.rawValue) "
                    + "<span class=\"secondary\">\(style.size.plain) / \(style.weight)</span></p>"
            }.joined(separator: "\n") + "</div>"
    }

    private func colors(_ traits: Traits) -> String {
        let ground = tokens.color(.backgroundPrimary, in: traits)
        let accent = tokens.color(.accent, in: traits)
        let rows = tokens.palette.tokens.map { token in
            let color = tokens.color(token, in: traits)
            let property = "--color-" + token.rawValue.replacing(".", with: "-")
            let ratio =
                ColorToken.backgrounds.contains(token)
                ? tokens.color(.textPrimary, in: traits).contrast(on: color)
                : color.contrast(on: token == .textOnAccent ? accent : ground)
            return "<tr><td><i style=\"background: var(\(property))\"></i></td>"
                + "<td>\(token.rawValue)</td><td><code>\(color)</code></td>"
                + "<td>\(ContrastTable.text(ratio))</td></tr>"
        }
        return "<table>\(rows.joined(separator: "\n"))</table>"
    }

    private func scales(_ traits: Traits) -> String {
        let distances = SpacingToken.allCases.map {
            "<b style=\"width: var(--spacing-\($0.rawValue)); height: var(--spacing-\($0.rawValue))\" "
                + "title=\"\($0.rawValue)\"></b>"
        }
        let radii = RadiusToken.allCases.map {
            "<u style=\"border-radius: var(--radius-\($0.rawValue))\">\($0.rawValue)</u>"
        }
        let shadows = ShadowToken.allCases.map {
            "<u class=\"raised\" style=\"box-shadow: var(--shadow-\($0.rawValue))\">\($0.rawValue)</u>"
        }
        return "<div class=\"row\">\(distances.joined())</div>"
            + "<div class=\"row\">\(radii.joined())</div>"
            + "<div class=\"row\">\(shadows.joined())</div>"
    }

    private func picture(_ traits: Traits) -> String {
        let drawing = """
            <svg viewBox="0 0 240 120" role="img" aria-label="A drawing" stroke-width="3"
            stroke="var(--color-background-secondary)">
            <rect width="240" height="120" fill="var(--color-background-secondary)"/>
            <circle cx="180" cy="44" r="24" fill="var(--color-warning)"/>
            <path d="M0 120 70 50 120 96 160 66 240 120z" fill="var(--color-accent)"/>
            <path d="M0 120 40 92 90 120z" fill="var(--color-success)"/>
            </svg>
            """
        let photos: [(String, NightFilter?)] =
            traits.appearance == .night
            ? [("luminance", NightFilter()), ("color blend", NightFilter(.colorBlend))]
            : [("a photo", nil)]
        return
            "<div class=\"pictures\"><figure>\(drawing)<figcaption>a drawing of tokens</figcaption></figure>"
            + photos.map { name, filter in
                "<figure><img src=\"\(PreviewPicture.dataURL(filter))\" alt=\"\(name)\">"
                    + "<figcaption>\(name)</figcaption></figure>"
            }.joined() + "</div>"
    }

    private static let layout = """
        body { margin: 0; }
        header { padding: var(--spacing-xxl) var(--spacing-xl) 0; }
        h1 { margin: 0; font: var(--text-display); }
        header p { margin: var(--spacing-sm) 0 0; color: var(--color-text-secondary); }
        main { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr));
          gap: var(--spacing-xl); padding: var(--spacing-xl); }
        section { padding: var(--spacing-xl); border: 1px solid var(--color-border-subtle);
          border-radius: var(--radius-xxl); background: var(--color-background-primary);
          color: var(--color-text-primary); accent-color: var(--color-accent); }
        h2 { display: flex; justify-content: space-between; align-items: baseline;
          margin: 0 0 var(--spacing-lg); font: var(--text-title); }
        small { font: var(--text-caption); color: var(--color-text-secondary); }
        section p { margin: 0 0 var(--spacing-md); }
        .t-heading { font: var(--text-heading); }
        .secondary { color: var(--color-text-secondary); }
        .tertiary { color: var(--color-text-tertiary); }
        .success { color: var(--color-text-success); } .warning { color: var(--color-text-warning); }
        .error { color: var(--color-text-error); }
        .signs { display: flex; gap: var(--spacing-md); flex-wrap: wrap; }
        .buttons { display: grid; gap: var(--spacing-sm); margin-bottom: var(--spacing-md); }
        .type { margin: var(--spacing-xl) 0; } .type p { margin-bottom: var(--spacing-xs); }
        .type .secondary { font: var(--text-caption); }
        table { width: 100%; border-collapse: collapse; font: var(--text-caption); }
        td { padding: var(--spacing-xxs) var(--spacing-xs);
          border-top: 1px solid var(--color-border-subtle); }
        td:last-child { text-align: right; font-variant-numeric: tabular-nums; }
        td i { display: block; width: 24px; height: 16px; border-radius: var(--radius-sm);
          border: 1px solid var(--color-border-default); }
        .row { display: flex; align-items: flex-end; gap: var(--spacing-sm);
          margin-top: var(--spacing-lg); }
        .row b { background: var(--color-accent); }
        .row u { display: grid; place-items: center; width: 44px; height: 36px; font: var(--text-caption);
          text-decoration: none; border: 1px solid var(--color-border-default); }
        .row .raised { border-radius: var(--radius-md); background: var(--color-surface-elevated);
          border: var(--card-border-width) solid var(--color-border-subtle); }
        .pictures { display: flex; gap: var(--spacing-sm); margin-top: var(--spacing-xl); }
        figure { flex: 1; margin: 0; }
        figure img { filter: none; }
        figure svg, figure img { display: block; width: 100%; border-radius: var(--radius-md); }
        figcaption { font: var(--text-caption); color: var(--color-text-secondary); }
        """
}
