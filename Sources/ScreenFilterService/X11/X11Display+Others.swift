internal import Linux
internal import ScreenFilter

// The ramps of other clients, as `GammaWatch` reports them, or without RECORD, as far as they are
// visible.
extension X11Display {
    /// Handles actions of other clients; returns whether the state has changed.
    func handle(_ events: [GammaWatch.Event]) -> Bool {
        var isDifferent = false
        for event in events {
            switch event {
            case .hasRead(let client):
                guard shown != nil else { continue }
                others.reads(client, written)
                if !awaitEnd(of: client) { isDifferent = end(client) || isDifferent }
            case .hasSet(let client):
                // It may have exited by now; then its change is final.
                let lives = awaitEnd(of: client)
                isDifferent = evaluate(client) || isDifferent
                if !lives { isDifferent = end(client) || isDifferent }
            case .hasEnded(let client): isDifferent = end(client) || isDifferent
            }
        }
        return isDifferent
    }

    private func evaluate(_ client: UInt32) -> Bool {
        guard let shown else {
            undoEchoes(of: client)
            return false
        }
        var verdicts: Set<OtherClients.Verdict> = []
        for (crtc, ours) in written where others.keepers[crtc] == nil {
            guard let present = server.ramps(of: crtc) else { continue }
            // Darker ramps than those of the evening alone are another program's.
            let least =
                shown.progress > 0
                ? Int(shown.floor * shown.progress * Double(ours.brightest)) : Int.max
            let verdict = others.evaluate(
                present, of: crtc, by: client, ours: ours, least: least)
            guard verdict != .fine else { continue }
            switch verdict {
            case .base:
                bases[client, default: [:]][crtc] = bases[client]?[crtc] ?? saved?.ramps[crtc]
                saved?.ramps[crtc] = present
            // What it had set first was not an original either.
            case .kept: if let base = bases[client]?[crtc] { saved?.ramps[crtc] = base }
            case .echo, .fine: break
            }
            written[crtc] = nil
            verdicts.insert(verdict)
        }
        guard !verdicts.isEmpty else { return false }
        awaitKeepers()
        keep()
        apply()
        server.synchronize()
        if verdicts.contains(.kept) {
            name(client) {
                "\($0) sets the colours of a screen again and again; they are left to it until it "
                    + "ends. End it, or let it rest at night"
            }
        } else if verdicts.contains(.base) {
            log.notice(
                "\(text(for: client)) has set other colours; the night filter is applied on top")
        }
        return verdicts.contains(.kept)
    }

    /// Undoes ramps of the night that a client has read and set again after the night.
    private func undoEchoes(of client: UInt32) {
        var isTaken = false
        for (crtc, base) in saved?.ramps ?? [:] {
            guard let present = server.ramps(of: crtc), !present.isNear(base),
                others.isEcho(present, of: crtc, by: client)
            else { continue }
            server.set(base.restorable, of: crtc)
            isTaken = true
        }
        guard isTaken else { return }
        server.synchronize()
        name(client) {
            "\($0) uses the colours of the night filter as the screen's own, and keeps "
                + "setting them; they are set back. Restart that program"
        }
    }

    /// Handles the disconnect of a client, whose ramps become the new original unless they are almost black.
    private func end(_ client: UInt32) -> Bool {
        let readers = others
        bases[client] = nil
        let freed = others.ends(client)
        for crtc in freed {
            guard let present = server.ramps(of: crtc), let saved else { continue }
            // It may have set what it had read at its start.
            if saved.progress(of: crtc, showing: present) == nil, !present.isAlmostBlack,
                !readers.isEcho(present, of: crtc, by: client)
            {
                self.saved?.ramps[crtc] = present
            }
        }
        if !freed.isEmpty {
            log.notice("\(text(for: client)) has left the display; its screens are filtered again")
            keep()
            apply()
            server.synchronize()
        }
        named.remove(client)
        programs[client] = nil
        awaitKeepers()
        if shown == nil, saved != nil, !others.hasReaders { forget() }
        return !freed.isEmpty
    }

    /// Logs a sentence about a client once.
    private func name(_ client: UInt32, _ sentence: (String) -> String) {
        guard named.insert(client).inserted else { return }
        log.warning("\(sentence(text(for: client)))")
    }

    /// Returns the client in a sentence: `redshift (process 4242)`.
    private func text(for client: UInt32) -> String {
        programs[client]?.text ?? "another program"
    }

    /// Adopts ramps that changed with the outputs as the new original, except those of the filter
    /// and black ones.
    func adoptForeignRamps() {
        for (crtc, ours) in written where others.keepers[crtc] == nil {
            guard let present = server.ramps(of: crtc), !present.isNear(ours) else { continue }
            if !present.isWithin(ours), !present.isAlmostBlack { saved?.ramps[crtc] = present }
            written[crtc] = nil
        }
        keep()
    }
}
