package import DaemonClient

/// A cursor over a message of the bus, or over its arguments.
///
/// Nothing that it returns is larger than the message itself.
/// https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-marshaling
package struct BusReader {
    /// The deepest nesting of a value that is skipped.
    private static let deepest = 32

    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    /// The position, from the first byte.
    private(set) var offset = 0

    /// Creates a cursor at the start of a message.
    init(message: [UInt8]) throws(DaemonError) {
        switch message.first {
        case UInt8(ascii: "l"): isBigEndian = false
        case UInt8(ascii: "B"): isBigEndian = true
        default: throw .invalidBusMessage
        }
        bytes = message[...]
    }

    private init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
    }

    /// Returns a cursor over the next bytes alone; they begin at a multiple of 8.
    func part(count: Int) throws(DaemonError) -> BusReader {
        let rest = bytes.dropFirst(offset)
        guard rest.count >= count else { throw .invalidBusMessage }
        return BusReader(rest.prefix(count), isBigEndian: isBigEndian)
    }

    mutating func skip(count: Int) { offset += count }

    mutating func align(to size: Int) throws(DaemonError) {
        offset = (offset + size - 1) / size * size
        guard offset <= bytes.count else { throw .invalidBusMessage }
    }

    private mutating func piece(_ count: Int) throws(DaemonError) -> ArraySlice<UInt8> {
        guard offset <= bytes.count, bytes.count - offset >= count else {
            throw .invalidBusMessage
        }
        defer { offset += count }
        return bytes.dropFirst(offset).prefix(count)
    }

    private mutating func bits(_ size: Int) throws(DaemonError) -> UInt64 {
        try align(to: size)
        let piece = try piece(size)
        let bytes = isBigEndian ? Array(piece) : piece.reversed()
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func byte() throws(DaemonError) -> UInt8 {
        UInt8(truncatingIfNeeded: try bits(1))
    }

    package mutating func number() throws(DaemonError) -> UInt32 {
        UInt32(truncatingIfNeeded: try bits(4))
    }

    package mutating func double() throws(DaemonError) -> Double {
        Double(bitPattern: try bits(8))
    }

    package mutating func text() throws(DaemonError) -> String {
        let count = Int(try number())
        return try text(count)
    }

    package mutating func signature() throws(DaemonError) -> String {
        let count = Int(try byte())
        return try text(count)
    }

    private mutating func text(_ count: Int) throws(DaemonError) -> String {
        let text = String(decoding: try piece(count), as: UTF8.self)
        _ = try byte()
        return text
    }

    /// Reads the entries of a dictionary one after the other; `body` reads the key and the value.
    package mutating func forEachEntry(
        _ body: (inout BusReader) throws(DaemonError) -> Void
    ) throws(DaemonError) {
        let count = Int(try number())
        try align(to: 8)
        let end = offset + count
        guard end <= bytes.count else { throw .invalidBusMessage }
        while offset < end {
            try align(to: 8)
            try body(&self)
        }
    }

    package mutating func skip(_ type: String) throws(DaemonError) {
        var rest = type.utf8[...]
        try skip(&rest, depth: 0)
        guard rest.isEmpty else { throw .invalidBusMessage }
    }

    /// Skips a value of the first type of a signature, and removes that from the signature.
    private mutating func skip(
        _ types: inout Substring.UTF8View, depth: Int
    ) throws(DaemonError) {
        guard let type = types.popFirst(), depth < Self.deepest else { throw .invalidBusMessage }
        switch Unicode.Scalar(type) {
        case "y": _ = try bits(1)
        case "n", "q": _ = try bits(2)
        case "b", "i", "u", "h": _ = try bits(4)
        case "x", "t", "d": _ = try bits(8)
        case "s", "o": _ = try text()
        case "g": _ = try signature()
        case "v":
            let inner = try signature()
            var rest = inner.utf8[...]
            try skip(&rest, depth: depth + 1)
        case "a":
            let count = Int(try number())
            let element = try Self.firstType(of: &types, depth: depth + 1)
            try align(to: element)
            _ = try piece(count)
        case "(":
            try align(to: 8)
            while let next = types.first, next != UInt8(ascii: ")") {
                try skip(&types, depth: depth + 1)
            }
            guard types.popFirst() != nil else { throw .invalidBusMessage }
        default: throw .invalidBusMessage
        }
    }

    /// Removes the first type from a signature and returns its alignment.
    private static func firstType(
        of types: inout Substring.UTF8View, depth: Int
    ) throws(DaemonError) -> Int {
        guard let type = types.popFirst(), depth < deepest else { throw .invalidBusMessage }
        switch Unicode.Scalar(type) {
        case "y", "g", "v": return 1
        case "n", "q": return 2
        case "b", "i", "u", "h", "s", "o": return 4
        case "x", "t", "d": return 8
        case "a":
            _ = try firstType(of: &types, depth: depth + 1)
            return 4
        case "(", "{":
            let end: UInt8 = type == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
            while let next = types.first, next != end {
                _ = try firstType(of: &types, depth: depth + 1)
            }
            guard types.popFirst() != nil else { throw .invalidBusMessage }
            return 8
        default: throw .invalidBusMessage
        }
    }
}
