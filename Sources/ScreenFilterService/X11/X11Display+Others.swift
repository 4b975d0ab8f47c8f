internal import Linux
internal import ScreenFilter

// What other programs do with the ramps meanwhile, as GammaWatch tells it, or where the server has no
// RECORD, as far as it is seen.
extension X11Display {
    /// Takes what other clients have done; whether something is different from before.
    func take(_ news: [GammaWatch.Event]) -> Bool {
        var isDifferent = false
        for news in news {
            switch news {
            case .hasRead(let client):
                guard shown != nil else { continue }
                others.reads(client, written)
                if !awaitEnd(of: client) { isDifferent = end(client) || isDifferent }
            case .hasSet(let client):
                // By now it may have ended; then this is all that it wanted.
                let lives = awaitEnd(of: client)
                isDifferent = look(at: client) || isDifferent
                if !lives { isDifferent = end(client) || isDifferent }
            case .hasEnded(let client): isDifferent = end(client) || isDifferent
            }
        }
        return isDifferent
    }

    private func look(at client: UInt32) -> Bool {
        guard let shown else {
            takeBackEchoes(of: client)
            return false
        }
        var verdicts: Set<OtherClients.Verdict> = []
        for (crtc, ours) in written where others.keepers[crtc] == nil {
            guard let present = server.ramps(of: crtc) else { continue }
            let least = Int(shown.floor * shown.progress * Double(ours.brightest))
            let verdict = others.judge(present, of: crtc, by: client, ours: ours, least: least)
            guard verdict != .fine else { continue }
            if verdict == .base { saved?.ramps[crtc] = present }
            written[crtc] = nil
            verdicts.insert(verdict)
        }
        guard !verdicts.isEmpty else { return false }
        keep()
        apply()
        server.synchronize()
        if verdicts.contains(.kept) {
            name(client) {
                "\($0) sets the colours of a screen again and again; they are left to it until it "
                    + "ends. End it, or let it rest at night"
            }
        } else if verdicts.contains(.base) {
            log.notice("\(words(for: client)) has set other colours; the red lies on top of them")
        }
        return verdicts.contains(.kept)
    }

    /// The night is over, and a program that has read the night's ramps puts them there again.
    private func takeBackEchoes(of client: UInt32) {
        var isTaken = false
        for (crtc, base) in saved?.ramps ?? [:] {
            guard let present = server.ramps(of: crtc), !present.isNear(base),
                others.isEcho(present, of: crtc, by: client)
            else { continue }
            server.set(base.worthGivingBack, of: crtc)
            isTaken = true
        }
        guard isTaken else { return }
        server.synchronize()
        name(client) {
            "\($0) has taken the red of the night for the screen's own colours, and goes on "
                + "setting them; they are taken back. Start that program again"
        }
    }

    /// A client is gone; what it has left lies below the night from now on.
    private func end(_ client: UInt32) -> Bool {
        let freed = others.ends(client)
        for crtc in freed {
            guard let present = server.ramps(of: crtc), let saved else { continue }
            if saved.progress(of: crtc, showing: present) == nil {
                self.saved?.ramps[crtc] = present
            }
        }
        if !freed.isEmpty {
            log.notice("\(words(for: client)) has ended; its screens turn red")
            keep()
            apply()
            server.synchronize()
        }
        named.remove(client)
        programs[client] = nil
        if shown == nil, saved != nil, !others.hasReaders { forget() }
        return !freed.isEmpty
    }

    /// Says something of a client, once.
    private func name(_ client: UInt32, _ sentence: (String) -> String) {
        guard named.insert(client).inserted else { return }
        log.warning("\(sentence(words(for: client)))")
    }

    /// `redshift (process 4242)`.
    private func words(for client: UInt32) -> String {
        programs[client]?.words ?? "another program"
    }

    /// Ramps that are others after a change of the screens: what they are now lies below the night,
    /// apart from what is a part of the night itself, or black.
    func takeOverForeignRamps() {
        for (crtc, ours) in written where others.keepers[crtc] == nil {
            guard let present = server.ramps(of: crtc), !present.isNear(ours) else { continue }
            if !present.isWithin(ours) { saved?.ramps[crtc] = present }
            written[crtc] = nil
        }
        keep()
    }
}
