import AppearanceLimits

extension String {
    /// The text on one line, for a log, a terminal or a notification: each character that would change
    /// how others are shown is a blank, see `Unicode.Scalar.isControl`.
    package var withoutControls: String { withoutControls(except: nil) }

    /// Returns the text with a blank for each control character but one.
    package func withoutControls(except kept: Unicode.Scalar?) -> String {
        // Most texts have none, and the bytes are read faster than the characters.
        guard utf8.contains(where: Unicode.Scalar.mayBeginControl) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.isControl && $0 != kept ? " " : $0 }))
    }
}
