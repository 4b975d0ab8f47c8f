extension String {
    /// The text, or its beginning and an ellipsis if it has more than so many bytes of UTF-8.
    ///
    /// A character may be of any length, so the cut is between two Unicode scalars.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }

    /// The text as an error repeats it to the caller who sent it.
    package var echo: String { cut(toBytes: Limits.echoedBytes) }
}
