/// The backend file as it is shipped: config/appearanced.portal to the letter.
enum ShippedPortal {
    static let fileName = "appearanced.portal"

    static let text = """
        [portal]
        DBusName=org.freedesktop.impl.portal.desktop.appearanced
        Interfaces=org.freedesktop.impl.portal.Settings
        UseIn=sway;Hyprland;river;niri;labwc;wayfire;dwl;qtile;i3;bspwm;awesome;openbox;dwm;xmonad;\
        herbstluftwm;fluxbox;icewm

        """
}
