extension String {
    /// Whether another text is a part of this one, byte for byte.
    ///
    /// The standard library's own way to ask brings along all that reads patterns, a megabyte and a
    /// half of it.
    package func holds(_ part: String) -> Bool {
        let (whole, part) = (Array(utf8), Array(part.utf8))
        return part.isEmpty || whole.indices.contains { whole[$0...].starts(with: part) }
    }
}
