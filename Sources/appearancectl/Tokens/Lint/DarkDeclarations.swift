/// The declarations of a style sheet that are for a dark ground, found by property and selector.
///
/// A sheet has thousands of rules, so none is compared with all others: the selectors of a property
/// are sorted by their ends.
struct DarkDeclarations {
    /// The ends of selectors in order, each with its position and the value that it was given first.
    private typealias Entry = (end: [UInt8], order: Int, value: String)
    private var entries: [String: [Entry]] = [:]

    init(_ declarations: [StyleSheet.Declaration]) {
        var seen: [String: Set<String>] = [:]
        for (order, one) in declarations.enumerated() where one.isDark {
            guard seen[one.property, default: []].insert(one.selector).inserted else { continue }
            entries[one.property, default: []].append(
                (Array(one.selector.utf8.reversed()), order, one.value))
        }
        for property in entries.keys {
            entries[property]?.sort { $0.end.lexicographicallyPrecedes($1.end) }
        }
    }

    /// The first value in the dark of a property where the selector ends like this; `nil` for none.
    func value(of property: String, for selector: String) -> String? {
        guard let entries = entries[property] else { return nil }
        let end = Array(selector.utf8.reversed())
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].end.lexicographicallyPrecedes(end) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var first: Entry?
        for entry in entries[low...] {
            guard entry.end.starts(with: end) else { break }
            if first.map({ entry.order < $0.order }) ?? true { first = entry }
        }
        return first?.value
    }
}
