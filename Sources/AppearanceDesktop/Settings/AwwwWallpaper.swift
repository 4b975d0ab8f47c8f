internal import AppearanceModel

/// The pictures of awww, which keeps them for the next session.
///
/// https://codeberg.org/LGFae/awww
enum AwwwWallpaper {
    /// The first word of a row.
    static let name = "awww"
    /// The kind of a picture that is a file.
    static let image = "image"

    /// Reads the output of `awww query`: lines such as `NAMESPACE: DP-1: 1920x1080, scale: 1, currently
    /// displaying: image: /a.png`, without the namespace before swww 0.11, and the namespace may be empty.
    ///
    /// A picture may also be a colour: of `awww clear`, `color: 000000`; of `awww img`, `image:
    /// 0x000000ff`.
    static func value(in lines: some Sequence<Substring>) -> String? {
        var rows: [[String]] = []
        for line in lines {
            guard let (screen, rest) = line.parts(around: ", scale: "),
                let (_, shown) = rest.parts(around: ", currently displaying: "),
                let (kind, picture) = shown.parts(around: ": ")
            else { continue }
            // The name of the output, with its colon, comes before the resolution.
            let output = screen.split(separator: " ").dropLast().last?.dropLast() ?? ""
            guard !output.isEmpty else { continue }
            switch kind {
            case "image" where picture.hasPrefix("/"):
                rows.append([String(output), image, String(picture)])
            case "image" where picture.hasPrefix("0x"):
                rows.append([String(output), "solid", String(picture)])
            case "color": rows.append([String(output), "color", String(picture)])
            // A picture from standard input.
            default: return nil
            }
        }
        return ScreenPictures(rows.sorted { $0[0] < $1[0] }).value(shownBy: image, of: name)
    }
}
