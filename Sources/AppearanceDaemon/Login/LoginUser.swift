/// Whose session logind is asked for.
struct LoginUser: Equatable, Sendable {
    var id: UInt32
    /// The session that the service was started from; nil where it is none's.
    var sessionID: String?
}
