/// Prose in lines of a width.
enum Paragraph {
    /// The lines; a word longer than the width has one of its own.
    static func lines(_ text: String, width: Int) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { paragraph in
            var lines: [String] = []
            for word in paragraph.split(separator: " ") {
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(String(word))
                }
            }
            return lines
        }
    }
}
