package import AppearanceModel

// Times of day as people write them. The command line and `config set` accept these; a file has the exact
// form of `TimeExpression.text`.

extension ClockTime {
    /// Parses `7:30` and `07:30`, and `7pm` or `7:30am`; `nil` for any other text.
    package init?(spoken text: String) {
        var rest = text.filter { $0 != " " }[...]
        var isHalfDay = false
        var afternoon = 0
        for (ending, hours) in [("am", 0), ("pm", 12)] where rest.hasSuffix(ending) {
            rest = rest.dropLast(2)
            (isHalfDay, afternoon) = (true, hours)
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard (isHalfDay ? 1...2 : 2...2).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.joined().allSatisfy({ ("0"..."9").contains($0) }),
            var hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0
        else { return nil }
        if isHalfDay {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + afternoon
        }
        self.init(hour: hour, minute: minute)
    }
}

extension TimeExpression {
    /// Parses a time as `init(_:)` does, with each time of day and each offset as people write them:
    /// `7pm`, `Sunset - 30 min`, `sunset, not before 6pm`; `nil` for any other text.
    package init?(spoken text: String) {
        let word = text.lowercased()
        if let time = ClockTime(spoken: word) {
            self = .clock(time)
            return
        }
        let comma = word.firstIndex(of: ",") ?? word.endIndex
        let time = word[..<comma].filter { $0 != " " }
        let sign = time.firstIndex { $0 == "+" || $0 == "-" } ?? time.endIndex
        var exact = String(time[..<sign])
        if sign < time.endIndex {
            let offset = String(time[time.index(after: sign)...])
            guard let span = try? SpanText.span(offset) else { return nil }
            exact += "\(time[sign])\(span.text)"
        }
        if comma < word.endIndex {
            let limits = word[word.index(after: comma)...].split(separator: " ").map { word in
                ClockTime(spoken: String(word)).map(String.init) ?? String(word)
            }
            exact += ", " + limits.joined(separator: " ")
        }
        self.init(exact)
    }
}
