/// A table that is still being read, with the rules for adding to it.
///
/// A finished value, including an inline table, is closed. Only these stay open: a table of a
/// header accepts keys in its section and sub-tables of later headers; a table of dotted keys
/// accepts more dotted keys from its own section (no other can name it) and sub-tables of later
/// headers; a table only implied by a longer header may still become either.
final class TableDraft {
    enum Origin { case header, dottedKey, implied }

    private enum Item {
        case value(TOMLValue)
        case table(TableDraft)
        case tables(TableArrayDraft)
    }

    /// The place of its own header, else the place where it is first named.
    private(set) var place: TOMLPlace
    private var origin: Origin
    private var items: [(name: KeyPart, item: Item)] = []
    private var positions: [TOMLKey: Int] = [:]

    init(_ origin: Origin, at place: TOMLPlace) {
        self.origin = origin
        self.place = place
    }

    /// Sets a value, as `path = value` does.
    func set(_ path: DottedKey, to value: TOMLValue) throws(TOMLError) {
        var table = self
        for part in path.parents { table = try table.openedByDottedKey(part) }
        if let earlier = table[path.last.key] {
            throw path.last.duplicate(ofLine: Self.line(of: earlier))
        }
        table.append(path.last, .value(value))
    }

    /// Opens the section of `[path]`.
    func openTable(_ path: DottedKey) throws(TOMLError) -> TableDraft {
        let parent = try passingHeader(path.parents)
        switch parent[path.last.key] {
        case nil:
            return parent.appendTable(path.last, .header)
        case (_, .table(let table))? where table.origin == .implied:
            table.origin = .header
            table.place = path.last.place
            return table
        case let earlier?:
            throw path.last.duplicate(ofLine: Self.line(of: earlier))
        }
    }

    /// Opens the section of `[[path]]`: one more table of an array.
    func openArrayElement(_ path: DottedKey) throws(TOMLError) -> TableDraft {
        let parent = try passingHeader(path.parents)
        let element = TableDraft(.header, at: path.last.place)
        switch parent[path.last.key] {
        case nil:
            parent.append(path.last, .tables(TableArrayDraft(first: element)))
        case (_, .tables(let array))?:
            array.append(element)
        case let earlier?:
            throw path.last.duplicate(ofLine: Self.line(of: earlier))
        }
        return element
    }

    /// Returns the finished table.
    func finished() -> TOMLTable {
        TOMLTable(
            items.map { name, item in
                let value =
                    switch item {
                    case .value(let value): value
                    case .table(let table): TOMLValue(.table(table.finished()), at: table.place)
                    case .tables(let array): array.finished(at: name.place)
                    }
                return TOMLTable.Entry(key: name.key, keyPlace: name.place, value: value)
            })
    }

    private subscript(key: TOMLKey) -> (name: KeyPart, item: Item)? {
        positions[key].map { items[$0] }
    }

    /// Returns the line that defines an item: that of its own header, if it has one.
    private static func line(of earlier: (name: KeyPart, item: Item)) -> Int {
        guard case .table(let table) = earlier.item else { return earlier.name.place.line }
        return table.place.line
    }

    private func append(_ name: KeyPart, _ item: Item) {
        positions[name.key] = items.count
        items.append((name, item))
    }

    private func appendTable(_ name: KeyPart, _ origin: Origin) -> TableDraft {
        let table = TableDraft(origin, at: name.place)
        append(name, .table(table))
        return table
    }

    private func passingHeader(_ parts: some Sequence<KeyPart>) throws(TOMLError) -> TableDraft {
        var table = self
        for part in parts {
            switch table[part.key] {
            case nil: table = table.appendTable(part, .implied)
            case (_, .table(let child))?: table = child
            case (_, .tables(let array))?: table = array.last
            case (let name, .value(let value))?: throw part.closed(since: name, as: value)
            }
        }
        return table
    }

    private func openedByDottedKey(_ part: KeyPart) throws(TOMLError) -> TableDraft {
        switch self[part.key] {
        case nil:
            return appendTable(part, .dottedKey)
        case (_, .table(let table))? where table.origin != .header:
            table.origin = .dottedKey
            return table
        case (let name, .value(let value))?:
            throw part.closed(since: name, as: value)
        case let earlier?:
            throw TOMLError(
                at: part.place,
                "`\(part)` has a header of its own on line \(Self.line(of: earlier)); "
                    + "add its keys under that header")
        }
    }
}

/// The tables of `[[a]]` headers so far.
final class TableArrayDraft {
    private var earlier: [TableDraft] = []
    /// The table that later headers add to.
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
