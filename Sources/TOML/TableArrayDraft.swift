/// The tables of `[[a]]` headers so far.
final class TableArrayDraft {
    private var earlier: [TableDraft] = []
    /// The one that later headers add to.
    private(set) var last: TableDraft

    init(first: TableDraft) { last = first }

    func append(_ table: TableDraft) {
        earlier.append(last)
        last = table
    }

    func finished(at place: TOMLPlace) -> TOMLValue {
        TOMLValue(
            .array((earlier + [last]).map { TOMLValue(.table($0.finished()), at: $0.place) }),
            at: place)
    }
}
