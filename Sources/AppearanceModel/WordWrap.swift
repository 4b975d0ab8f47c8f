extension String {
    /// Returns the lines of the text, each of at most `width` characters.
    ///
    /// A longer word has a line of its own. A line of the text begins a new one; empty ones are left out.
    package func wrapped(to width: Int) -> [String] {
        split(whereSeparator: \.isNewline).flatMap { paragraph in
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
