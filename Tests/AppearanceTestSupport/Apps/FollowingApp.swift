/// A real program with a window, which follows the desktop portal.
package protocol FollowingApp: Sendable {
    /// The screen of its window.
    var screen: Screen { get }

    /// Waits until it shows an appearance, which it may do already.
    func waitUntil(itShows appearance: ShownScheme) throws

    /// Everything it has shown since it started, in order.
    func shown() throws -> [ShownScheme]
}

/// The appearance of a program without night.
package enum ShownScheme: String, Sendable {
    case light, dark
}

extension FollowingApp {
    /// How long a browser may take for anything on a slow and busy machine.
    static var timeout: Duration { .seconds(120) }

    /// The program's list of the appearances that it has shown.
    func appearances(_ list: JSON) throws -> [ShownScheme] {
        try list.items.map { item in
            guard let appearance = ShownScheme(rawValue: item.string ?? "") else {
                throw HarnessFailure("\(item) is no appearance")
            }
            return appearance
        }
    }
}
