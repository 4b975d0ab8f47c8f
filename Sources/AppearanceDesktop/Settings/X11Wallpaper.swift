/// The background picture of an X server's root window, by feh.
///
/// A server has only the pixels of the picture. feh writes the user's last choice to `~/.fehbg`, a script
/// that shows it again; our pictures are not written there. A property of the root window has ours, with
/// the pixmap that it was drawn to: if there is another pixmap, another program has drawn since.
enum X11Wallpaper {
    private static let property = "_APPEARANCED_WALLPAPER"
    private static let pixmap = "_XROOTPMAP_ID"

    /// The shell script that prints the properties, and the path of the user's own picture's script.
    static let reading =
        "xprop -root -notype \(pixmap) \(property) && if [ -f ~/.fehbg ]; then echo ~/.fehbg; fi"

    /// The shell script that shows the picture in its first argument, or runs that script.
    static let setting =
        "case $1 in */.fehbg) sh \"$1\" ;; *) feh --no-fehbg --bg-fill \"$1\" &&"
        + " i=$(xprop -root -notype \(pixmap)) && xprop -root -f \(property) 8u -set \(property)"
        + " \"${i##* } $1\" ;; esac"

    /// Reads what `reading` prints: our picture, or the path of the user's script; `nil` if neither.
    static func value(in lines: [Substring]) -> String? {
        let number = lines.first { $0.hasPrefix(pixmap) }?.split(separator: " ").last
        let ours = lines.first { $0.hasPrefix("\(property) = ") }
            .flatMap { GVariantText.string(String($0.dropFirst(property.count + 3))) }
        if let number, let ours, ours.hasPrefix("\(number) ") {
            return String(ours.dropFirst(number.count + 1))
        }
        return lines.last { $0.hasPrefix("/") }.map(String.init)
    }
}
