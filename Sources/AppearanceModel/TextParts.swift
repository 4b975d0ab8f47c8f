extension StringProtocol {
    /// The text with an uppercase first letter.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
