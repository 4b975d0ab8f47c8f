// The programs contain wallpaper.sh, so that they need no installed file of their version, and run none that
// another user could replace (decision 0031).

/// The script that reads and shows background pictures.
enum WallpaperScript {
    /// The text of wallpaper.sh.
    static let text = String(decoding: PackageResources.wallpaper_sh, as: UTF8.self)

    /// Returns the arguments of the shell that runs it with some words.
    static func arguments(_ words: [String]) -> [String] { ["-c", text, "wallpaper"] + words }
}

extension DesktopCommand {
    static func x11Wallpaper(_ words: [String]) -> DesktopCommand {
        DesktopCommand(
            "sh", WallpaperScript.arguments(["x11"] + words), needsDisplay: true,
            helpers: ["feh", "xprop"], name: "feh", packages: ["feh", "x11-utils"])
    }

    static func xfceWallpaper(_ words: [String]) -> DesktopCommand {
        DesktopCommand(
            "sh", WallpaperScript.arguments(["xfconf"] + words), helpers: ["xfconf-query"],
            name: "xfconf-query", packages: ["xfconf", "libxfconf-0-3"])
    }

    static func waylandWallpaper(_ words: [String]) -> DesktopCommand {
        DesktopCommand(
            "sh", WallpaperScript.arguments(["wayland"] + words), needsDisplay: true,
            needsProcesses: true, name: "awww, hyprpaper or swaybg",
            packages: ["swaybg", "procps"])
    }
}
