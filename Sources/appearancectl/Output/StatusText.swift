internal import AppearanceModel

/// What `appearancectl status` prints.
enum StatusText {
    static func lines(
        _ status: Snapshot, screens: [FilterReport], wish: NightWish?, now: WallTime
    ) -> [String] {
        var table = Table()
        let since = LocalTime(status.since).text(now: now)
        table.add("appearance", "\(status.appearance.rawValue), since \(since)")
        table.add("mode", mode(status, now: now))
        if status.paused { table.add("paused", "yes; end it: appearancectl resume") }
        table.add("why", status.explanation)
        if let light = status.light { table.add("light", light.text) }
        table.add("sensor", status.sensor.phrase)
        table.add("next change", next(status, now: now))
        for screen in screens {
            table.add(
                screens.count == 1 ? "screen" : "screen \(screen.display.excerpt)",
                state(of: screen, status.appearance, wish, now: now))
        }
        if let error = status.configurationError {
            table.add("configuration", "not taken: \(error)")
        }
        return table.lines
    }

    private static func mode(_ status: Snapshot, now: WallTime) -> String {
        guard let until = status.until else { return status.mode.rawValue }
        return "\(status.mode.rawValue), until \(LocalTime(until).text(now: now))"
    }

    private static func state(
        of screen: FilterReport, _ appearance: Appearance, _ wish: NightWish?, now: WallTime
    ) -> String {
        let color =
            if screen.isRed {
                screen.outputs.contains(where: \.turnsRed) ? "red" : "not red, though it is to be"
            } else {
                appearance == .night ? "not red" : "as always, red at night"
            }
        let outputs = screen.outputs.map(\.text).joined(separator: ", ")
        guard let wish else { return outputs.isEmpty ? color : "\(color): \(outputs)" }
        let end = LocalTime(wish.end).text(now: now)
        let undo = "until \(end), as you wished; undo: appearancectl night auto"
        return "\(screen.isRed ? color : "not red") \(undo)"
    }

    private static func next(_ status: Snapshot, now: WallTime) -> String {
        guard let next = status.next else { return "none known" }
        return "\(next.appearance.rawValue), \(LocalTime(next.at).text(now: now))"
    }
}
