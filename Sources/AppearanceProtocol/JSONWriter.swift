internal import AppearanceLimits

/// Writes JSON text directly, without a tree in between.
///
/// Commas are added automatically: before a member or an element, unless the text ends in the
/// bracket that opened it.
package struct JSONWriter {
    /// The text so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer with a reserved capacity in bytes.
    package init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array.
    package mutating func array<Element>(
        _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for element in elements {
            comma(unlessAfter: UInt8(ascii: "["))
            body(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes a quoted text.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Most texts need no escape, and a copy is faster than a loop.
        if bytes[start...].contains(where: { Self.mustEscape($0) }) {
            bytes.removeSubrange(start...)
            for scalar in text.unicodeScalars { escape(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int64) {
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    /// Writes a number; infinity and NaN, which JSON does not have, become null.
    package mutating func number(_ value: Double) {
        literal(value.isFinite ? value.description : "null")
    }

    /// Writes `true`, `false`, `null` or other JSON text.
    package mutating func literal(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Ends the text as a varlink message.
    package mutating func endMessage() {
        bytes.append(0)
    }

    private mutating func comma(unlessAfter opening: UInt8) {
        if bytes.last != opening { bytes.append(UInt8(ascii: ",")) }
    }

    private static func mustEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || Unicode.Scalar.mayBeginControl(byte)
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        // A terminal could interpret them.
        if scalar.isControl, scalar.value >= 0x7F {
            let digits = String(scalar.value, radix: 16)
            return literal("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
        guard scalar.isASCII else { return literal(String(scalar)) }
        escape(UInt8(scalar.value))
    }

    private mutating func escape(_ byte: UInt8) {
        guard Self.mustEscape(byte) else {
            bytes.append(byte)
            return
        }
        switch byte {
        case UInt8(ascii: "\n"): literal("\\n")
        case UInt8(ascii: "\r"): literal("\\r")
        case UInt8(ascii: "\t"): literal("\\t")
        case 0..<0x10: literal("\\u000" + String(byte, radix: 16))
        case 0x10..<0x20: literal("\\u00" + String(byte, radix: 16))
        default:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        }
    }
}

// Members of the current object.
extension JSONWriter {
    /// Writes a member's name; its value must follow.
    package mutating func name(_ name: String) {
        comma(unlessAfter: UInt8(ascii: "{"))
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a text member, or null.
    package mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { literal("null") }
    }

    /// Writes a whole-number member, or null.
    package mutating func member(_ name: String, _ value: Int64?) {
        self.name(name)
        if let value { integer(value) } else { literal("null") }
    }

    /// Writes a number member, or null.
    package mutating func member(_ name: String, _ value: Double?) {
        self.name(name)
        if let value { number(value) } else { literal("null") }
    }

    /// Writes a truth-value member.
    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        literal(value ? "true" : "false")
    }

    /// Writes an object member, whose members `body` writes, or null.
    mutating func member<Value>(
        _ name: String, _ value: Value?, object body: (inout JSONWriter, Value) -> Void
    ) {
        self.name(name)
        if let value { object { body(&$0, value) } } else { literal("null") }
    }

    /// Writes an object member, whose members `body` writes.
    package mutating func member(_ name: String, object body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }
}

extension JSON {
    /// The value as compact JSON text.
    package var text: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.value(self)
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a tree.
    package mutating func value(_ value: JSON) {
        switch value {
        case .null: literal("null")
        case .bool(let value): literal(value ? "true" : "false")
        case .integer(let value): integer(value)
        case .real(let value): number(value)
        case .string(let text): string(text)
        case .array(let elements): array(elements) { $0.value($1) }
        case .object(let members):
            object { writer in
                for member in members {
                    writer.name(member.name)
                    writer.value(member.value)
                }
            }
        }
    }
}
