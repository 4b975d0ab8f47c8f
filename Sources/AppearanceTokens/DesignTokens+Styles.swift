public import AppearanceKit

extension DesignTokens {
    /// The set as a style sheet for web pages.
    ///
    /// Custom properties follow the desktop by `prefers-color-scheme` and `prefers-contrast`;
    /// `data-appearance` with light, dark or night, and `data-contrast` with more or standard, say
    /// otherwise on any element. Components are classes: `card`, `button-primary`,
    /// `button-secondary` and `button-destructive`.
    public var css: String { CSSExport(tokens: self).text }

    /// The set as a style sheet for GTK 4 on one ground; load another when the ground changes.
    ///
    /// It names every colour, and those of the toolkit and of libadwaita after them, so that parts
    /// which an app does not draw itself follow too.
    public func gtkCSS(in traits: Traits) -> String {
        GTKExport(tokens: self, traits: traits).text
    }
}
