extension Microseconds {
    /// Reads a span such as `1h30m`, `2m`, `1m30s`, `500ms` or `0s`: units once each, largest first.
    package init?(text: some StringProtocol) {
        let units: [(name: String, span: Microseconds)] = [
            ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
            ("ms", .milliseconds(1)),
        ]
        var rest = Array(text.utf8)[...]
        var lastUnit = -1
        var total = Microseconds.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { (48...57).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { (97...122).contains($0) }
            rest = rest.dropFirst(letters.count)
            let name = String(decoding: letters, as: UTF8.self)
            guard let unit = units.firstIndex(where: { $0.name == name }), unit > lastUnit
            else { return nil }
            lastUnit = unit
            total = total + units[unit].span * digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        self = total
    }

    /// The span as a person writes it, in the same form that is read: `1m30s`.
    package var text: String {
        var rest = count
        var text = ""
        for (name, size) in [
            ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
            ("ms", 1000),
        ] as [(String, Int64)] where rest >= size {
            text += "\(rest / size)\(name)"
            rest %= size
        }
        return text.isEmpty ? "0s" : text
    }
}
