/// The session bus, on which everything is told.
struct SessionBusCheck: Check {
    let name = "session bus"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        switch evidence.sessionBus {
        case .said:
            _ = try evidence.names.get()
            return [.ok("It answers.")]
        case .refused(let why):
            return [
                .broken(
                    "The session bus cannot be reached.", because: cause(why, evidence),
                    fix: fix(evidence))
            ]
        case .silent:
            return [
                .broken(
                    "The session bus does not answer.",
                    because: "Whoever it is that listens at its address says nothing.",
                    fix: fix(evidence))
            ]
        case .missing, .endless:
            throw whyNot(evidence)
        }
    }

    private func whyNot(_ evidence: Evidence) -> Unavailable {
        if case .failure(let unknown) = evidence.names { unknown } else { Unavailable("") }
    }

    private func cause(_ words: String, _ evidence: Evidence) -> String {
        let names = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        guard names.contains(where: { evidence.variables[$0] != nil }) else {
            return "Neither \(names[0]) nor \(names[1]) is set: this is no login session."
        }
        return words.excerpt + (words.hasSuffix(".") ? "" : ".")
    }

    /// A session has its bus below its runtime directory, whatever a terminal believes.
    private func fix(_ evidence: Evidence) -> String {
        let usual = evidence.variables["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        let address = evidence.variables["DBUS_SESSION_BUS_ADDRESS"]
        if let usual, FileWriting.exists(usual), address?.contains(usual) != true {
            return "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(usual.shellWord)"
        }
        if case .success = evidence.units { return "systemctl --user restart dbus.socket" }
        return "exec dbus-run-session -- \"$SHELL\""
    }
}
