import AppearanceModel
import DBus

/// One session, as logind describes it.
///
/// A text console counts, since a compositor that was started there often has no other type. A session without
/// a seat, as of ssh, counts only if it is graphical; and one of another class than a user's does not, such as
/// that of a user's service manager, which is always active.
struct LoginSession {
    private var isActive = true
    private var isLocked = false
    /// Whether the desktop calls it idle; `nil` if it never has.
    private(set) var isIdle: Bool?
    private var isRemote = false
    private var isClosing = false
    private var isOfUser = true
    private var isGraphical = false
    private var hasSeat = false

    /// A session by its properties; one that logind does not describe counts as active and unlocked.
    init(_ properties: [String: DBusValue]) { update(properties) }

    mutating func update(_ properties: [String: DBusValue]) {
        isActive = properties["Active"]?.flag ?? isActive
        isLocked = properties["LockedHint"]?.flag ?? isLocked
        // A desktop that never sets the hint does not say whether it is idle.
        if let hint = properties["IdleHint"]?.flag, hint || isIdle != nil { isIdle = hint }
        isRemote = properties["Remote"]?.flag ?? isRemote
        if let state = properties["State"]?.text { isClosing = state == "closing" }
        if let kind = properties["Class"]?.text { isOfUser = kind.hasPrefix("user") }
        if let type = properties["Type"]?.text {
            isGraphical = type == "wayland" || type == "x11" || type == "mir"
        }
        if case .structure(let seat)? = properties["Seat"] { hasSeat = seat.first?.text != "" }
    }

    /// Whether it shows the desktop, here or elsewhere.
    private var counts: Bool { isOfUser && !isClosing && (isGraphical || hasSeat) }

    /// Whether the user works in it at this machine.
    var isInUse: Bool { counts && !isRemote && isActive && !isLocked }

    /// Returns whether those that the user works in are idle; `nil` if none says so.
    static func isIdle(_ sessions: [LoginSession]) -> Bool? {
        let known = sessions.filter(\.isInUse).compactMap(\.isIdle)
        return known.isEmpty ? nil : known.allSatisfy(\.self)
    }

    /// Returns how the sessions of a user are used together; unknown ones count as in use.
    ///
    /// The light at this machine is not that of somebody who works at another.
    static func use(of sessions: [LoginSession]) -> SessionUse {
        let counting = sessions.filter(\.counts)
        let local = counting.filter { !$0.isRemote }
        if counting.isEmpty || local.contains(where: \.isInUse) { return .inUse }
        if local.isEmpty { return .remote }
        return local.contains { $0.isActive } ? .locked : .inactive
    }
}
