/// Pictures that a source names, and whether one for the dark lies beside them.
enum ImageRules {
    private static let endings = ["png", "jpg", "jpeg", "webp", "gif", "avif"]

    /// Whether a line of source may name a picture at all.
    static func mayBeNamed(in line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return false }
        let lower = line.lowercased()
        return endings.contains { lower.contains(".\($0)\"") }
    }

    /// Whether it is a file of pixels on this machine, not yet a variant for the dark.
    static func isPicture(_ name: String) -> Bool {
        let lower = name.lowercased()
        return endings.contains { lower.hasSuffix("." + $0) } && !lower.contains("://")
            && !lower.hasPrefix("data:") && !lower.contains("-dark.") && !lower.contains("-night.")
    }

    /// Whether there is one for the dark beside it, seen from the file that names it.
    static func hasDarkVariant(_ name: String, namedBy source: String) -> Bool {
        let folder = source.lastIndex(of: "/").map { String(source[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard let dot = path.lastIndex(of: ".") else { return true }
        return FileWriting.exists(path[..<dot] + "-dark" + path[dot...])
    }
}
