/// The numbers of those that report the user's presence.
package enum PresenceClient {
    /// The daemon's search for the programs that the configuration names.
    package static let programs: UInt32 = 0
    /// logind, of the session.
    package static let login: UInt32 = 1
    /// The last number of the daemon's own; all others are programs and services.
    package static let lastOwn: UInt32 = 15
}
