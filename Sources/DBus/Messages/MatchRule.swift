/// Which signals to receive; what is left nil does not matter.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-routing-match-rules
package struct MatchRule: Hashable, Sendable, CustomStringConvertible {
    /// The bus name that must own the sending connection.
    package var sender: String?
    /// The object that emits.
    package var path: String?
    /// The interface of the signal.
    package var interface: String?
    /// The name of the signal.
    package var member: String?
    /// The first argument, a string.
    package var firstArgument: String?

    /// A rule of the parts given.
    package init(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    /// Changes of the owner of a bus name, as the bus itself announces them.
    static func ownerChange(of name: String) -> MatchRule {
        MatchRule(
            sender: MessageBus.name, path: MessageBus.path, interface: MessageBus.interface,
            member: "NameOwnerChanged", firstArgument: name)
    }

    /// The rule in the words of the bus.
    package var description: String {
        var rule = "type='signal'"
        let parts = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member),
            ("arg0", firstArgument),
        ]
        for case (let key, let value?) in parts { rule += ",\(key)=\(Self.quoted(value))" }
        return rule
    }

    // Within quotes even a backslash stands for itself; an apostrophe must stand outside them.
    private static func quoted(_ value: String) -> String {
        let parts = value.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Whether a signal is one of these, apart from who sent it.
    func matches(_ signal: Message) -> Bool {
        func agrees(_ wanted: String?, _ found: @autoclosure () -> String?) -> Bool {
            wanted == nil || wanted == found()
        }
        return agrees(member, signal.member) && agrees(interface, signal.interface)
            && agrees(path, signal.path)
            && agrees(firstArgument, signal.firstText)
    }
}
