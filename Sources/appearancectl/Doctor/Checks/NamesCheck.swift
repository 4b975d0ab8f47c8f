internal import AppearanceModel

/// The names on the session bus: the service's own, and that of its portal backend.
struct NamesCheck: Check {
    let name = "bus names"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let names = try evidence.names.get()
        let own = names[BusNames.own]
        guard evidence.isServiceUp || own != nil else {
            throw Unavailable("appearanced is not running.")
        }
        guard let own else {
            return [
                .broken(
                    "Nobody has the name \(BusNames.own).",
                    because: "The service that runs is on another session bus, or on none.",
                    fix: evidence.restartService)
            ]
        }
        guard evidence.configuration.configuration.portal.enabled else {
            return [.ok("appearanced has its own; the portal's is not wanted (portal.enabled).")]
        }
        guard let backend = names[BusNames.ownBackend] else {
            return [
                .broken(
                    "Nobody has the name \(BusNames.ownBackend).",
                    because: "The service answers for itself, and not for the portal.",
                    fix: evidence.restartService)
            ]
        }
        guard backend.connection == own.connection else { return [taken(by: backend)] }
        return [.ok("appearanced has its own and that of its portal backend.")]
    }

    private func taken(by owner: BusNames.Owner) -> Finding {
        .broken(
            "\(owner.words) has the name \(BusNames.ownBackend).",
            because: "The portal asks it in our place; we take the name when it is free.",
            fix: owner.process.map { "kill \($0)" } ?? "")
    }
}
