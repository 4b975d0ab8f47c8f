internal import AppearanceConfig
package import AppearanceModel

/// The content of the page *What follows*: the desktop's own settings, its pictures and its themes.
package struct FollowPage: Equatable {
    /// The names of the themes that are installed.
    package struct Themes: Equatable, Sendable {
        package var gtk: [String] = []
        package var icons: [String] = []
        package var pointers: [String] = []
        /// The colour schemes of Plasma.
        package var plasma: [String] = []

        package init() {}
    }

    package let desktop: [SettingRow]
    /// The background pictures; none while the desktop does not follow.
    package let wallpaper: [SettingRow]
    /// The themes; none while the desktop does not follow.
    package let themes: [SettingRow]

    /// The page of a configuration on a desktop.
    package init(
        _ configuration: Configuration, on desktop: Desktop, _ themes: Themes,
        _ format: PageFormatter
    ) {
        let isOn = configuration.desktop.follow != .none
        self.desktop = Self.desktopRows(configuration, isOn, format)
        wallpaper =
            isOn ? Appearance.allCases.map { Self.picture($0, configuration, format) } : []
        let keys = isOn ? Self.themeKeys(on: desktop, themes, format) : []
        self.themes = keys.filter { !$0.names.isEmpty }.flatMap { theme in
            Appearance.allCases.map {
                Self.theme(theme.key, theme.title, theme.names, in: $0, configuration, format)
            }
        }
    }

    private static func desktopRows(
        _ configuration: Configuration, _ isOn: Bool, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let follow = "desktop.follow"
        let toggle = SettingRow(
            follow, tr("Change the colours of this desktop"),
            subtitle: tr("Your own themes are kept, and can be restored"),
            .toggle(
                isOn: isOn, on: [.init(follow, to: "\"auto\"")],
                off: [.init(follow, to: "\"none\"")]))
        guard isOn else { return [toggle] }
        return [
            toggle,
            SettingRow.choice(
                "desktop.external", tr("When I use the desktop's own switch"),
                values: [
                    ("adopt", tr("It counts until the next change of the schedule")),
                    ("ignore", tr("It stays until the appearance changes")),
                ], in: configuration),
        ]
    }

    /// Returns the row of a background picture.
    ///
    /// A picture for light needs one for dark, so the first is for both.
    private static func picture(
        _ appearance: Appearance, _ configuration: Configuration, _ format: PageFormatter
    ) -> SettingRow {
        let table = "desktop.wallpaper"
        let pictures = configuration.desktop.wallpaper
        let removed: [Appearance] = appearance == .night ? [.night] : Appearance.allCases
        return SettingRow(
            "\(table).\(appearance.rawValue)", format.title(appearance),
            .picture(
                configuration.plainText(of: "\(table).\(appearance.rawValue)"),
                companions: companions(of: appearance, pictures).map { "\(table).\($0.rawValue)" },
                removal: removed.map { .init("\(table).\($0.rawValue)", to: "\"\"") }))
    }

    /// Returns the appearances that need a name too if one is given to another for the first time.
    private static func companions(of appearance: Appearance, _ names: ThemeNames) -> [Appearance] {
        switch appearance {
        case .light: names.dark.isEmpty ? [.dark] : []
        case .dark: names.light.isEmpty ? [.light] : []
        case .night: [Appearance.light, .dark].filter { names[$0] == nil }
        }
    }

    private static func themeKeys(
        on desktop: Desktop, _ themes: Themes, _ format: PageFormatter
    ) -> [(key: String, title: (Appearance) -> String, names: [String])] {
        let tr = format.tr
        let icons = (
            "desktop.icon_theme",
            { appearance in
                switch appearance {
                case .light: tr("Icons in light")
                case .dark: tr("Icons in dark")
                case .night: tr("Icons at night")
                }
            } as (Appearance) -> String, themes.icons
        )
        let pointers = (
            "desktop.cursor_theme",
            { appearance in
                switch appearance {
                case .light: tr("Pointer in light")
                case .dark: tr("Pointer in dark")
                case .night: tr("Pointer at night")
                }
            } as (Appearance) -> String, themes.pointers
        )
        let style: (Appearance) -> String = { appearance in
            switch appearance {
            case .light: tr("Style in light")
            case .dark: tr("Style in dark")
            case .night: tr("Style at night")
            }
        }
        switch desktop {
        case .kde:
            return [("desktop.kde_color_scheme", style, themes.plasma), icons, pointers]
        case .xfce: return [("desktop.xfce_theme", style, themes.gtk), icons, pointers]
        case .gnome, .mate, .cinnamon, .budgie, .pantheon, .cosmic, .x11, .layerShell, .other:
            return [("desktop.gtk_theme", style, themes.gtk), icons, pointers]
        }
    }

    /// Returns the row of a theme in an appearance.
    private static func theme(
        _ table: String, _ title: (Appearance) -> String, _ names: [String],
        in appearance: Appearance, _ configuration: Configuration, _ format: PageFormatter
    ) -> SettingRow {
        func key(_ appearance: Appearance) -> String { "\(table).\(appearance.rawValue)" }
        func name(_ appearance: Appearance) -> String {
            configuration.plainText(of: key(appearance))
        }
        let present = ThemeNames(light: name(.light), dark: name(.dark), night: name(.night))
        let others = companions(of: appearance, present)
        let none: SettingRow.Option =
            appearance == .night
            ? .init(format.tr("As in dark"), .init(key(.night), to: "\"\""))
            : .init(
                format.tr("As it is"),
                ([appearance] + Appearance.allCases.filter { $0 != appearance }).map {
                    .init(key($0), to: "\"\"")
                })
        let options = names.compactMap { name -> SettingRow.Option? in
            guard
                case .valid(let value) = ConfigurationSchema.key(at: key(appearance))?.text(
                    of: name)
            else { return nil }
            // Its own change first, which alone decides whether the option is in effect.
            return .init(name, ([appearance] + others).map { .init(key($0), to: value) })
        }
        return .choice(key(appearance), title(appearance), [none] + options, in: configuration)
    }
}
