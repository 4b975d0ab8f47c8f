/// A real program with a window, which follows what the desktop portal says.
package protocol FollowingApp: Sendable {
    /// Where its window is.
    var screen: Screen { get }

    /// Waits until it shows an appearance, which it may do already.
    func waitUntil(itShows appearance: ShownScheme) throws

    /// Everything it has shown since it started, in order.
    func shown() throws -> [ShownScheme]
}

/// What a program shows that knows nothing of night.
package enum ShownScheme: String, Sendable {
    case light, dark
}

extension FollowingApp {
    /// How long a browser may take for anything on a slow and busy machine.
    static var timeout: Duration { .seconds(120) }

    /// The list that a program says of what it has shown.
    func appearances(_ list: JSON) throws -> [ShownScheme] {
        try list.items.map { item in
            guard let appearance = ShownScheme(rawValue: item.string ?? "") else {
                throw HarnessFailure("\(item) is no appearance")
            }
            return appearance
        }
    }
}
