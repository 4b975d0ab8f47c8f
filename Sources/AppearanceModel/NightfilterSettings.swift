/// How the whole screen turns red: `[nightfilter]`.
package struct NightfilterSettings: Equatable, Sendable {
    /// How far the picture goes to the tint, 0 to 1.
    package var intensity = 1.0
    /// What white becomes.
    package var tint = AccentColor(red: 255, green: 0, blue: 0)
    /// The share of full brightness that white keeps at least, 0.05 to 1.
    package var floor = 0.1
    /// How long the way there takes, and the way back.
    package var fade = Microseconds.seconds(3)
    /// How long before it turns red by itself a notification says so; zero for none.
    package var notice = Microseconds.minutes(2)

    package init() {}
}
