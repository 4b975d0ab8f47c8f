package import DBus

extension BusConnection {
    /// Asks for the environment of the user's service manager; `nil` if it does not tell.
    ///
    /// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.systemd1.html
    package func askManagerForEnvironment(_ answer: @escaping ([String: String]?) -> Void) {
        let question = try? Message.call(
            to: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
            interface: Message.propertiesInterface, member: "Get"
        ) {
            $0.string("org.freedesktop.systemd1.Manager")
            $0.string("Environment")
        }
        guard let question else { return answer(nil) }
        // A bus that this connection has started holds the call until the manager has joined it, unless the
        // call forbids to start the manager.
        call(question) { result in
            guard case .variant(.array(_, let entries))? = (try? result.get())?.first
            else { return answer(nil) }
            let pairs = entries.compactMap { entry -> (String, String)? in
                guard let text = entry.text, let sign = text.firstIndex(of: "=") else { return nil }
                return (String(text[..<sign]), String(text[text.index(after: sign)...]))
            }
            answer(Dictionary(pairs) { $1 })
        }
    }
}
