/// Takes whole numbers from bytes, the lowest byte first.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Nil where there are too few bytes left.
    mutating func next<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// Nil where there are too few bytes left for so many.
    mutating func next<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type, count: Int
    ) -> [Number]? {
        guard rest.count / (Number.bitWidth / 8) >= count else { return nil }
        return (0..<count).compactMap { _ in next(type) }
    }
}
