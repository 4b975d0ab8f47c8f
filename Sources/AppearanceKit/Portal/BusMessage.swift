internal import DaemonClient

/// A method call on the bus.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages
package struct BusCall {
    package enum Argument {
        /// A string, `s`.
        case text(String)
        /// An array of strings, `as`.
        case texts([String])
        /// A variant with a string, `v`.
        case textVariant(String)
        /// A variant with an unsigned number, `v`.
        case numberVariant(UInt32)
        /// An unsigned number, `u`.
        case number(UInt32)
        /// A number, `i`.
        case integer(Int32)
        /// A dictionary without entries, `a{sv}`.
        case noProperties
    }

    private let destination: String
    private let path: String
    private let interface: String
    private let member: String
    private let arguments: [Argument]
    /// Whether the bus may start the destination for this call.
    private let startsDestination: Bool

    package init(
        destination: String, path: String, interface: String, member: String,
        arguments: [Argument] = [], startsDestination: Bool = true
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.startsDestination = startsDestination
    }

    /// Returns a call of the bus itself.
    package static func ofTheBus(_ member: String, _ arguments: Argument...) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: member, arguments: arguments)
    }

    /// The message in little-endian order.
    func encoded(serial: UInt32) -> [UInt8] {
        var body = BusWriter()
        var signature = ""
        for argument in arguments {
            switch argument {
            case .text(let text):
                body.append(text)
                signature += "s"
            case .texts(let texts):
                body.append(texts)
                signature += "as"
            case .textVariant(let text):
                body.append(signature: "s")
                body.append(text)
                signature += "v"
            case .numberVariant(let number):
                body.append(signature: "u")
                body.append(number)
                signature += "v"
            case .number(let number):
                body.append(number)
                signature += "u"
            case .integer(let number):
                body.append(UInt32(bitPattern: number))
                signature += "i"
            case .noProperties:
                body.append(0)
                body.align(to: 8)
                signature += "a{sv}"
            }
        }
        var fields = BusWriter()
        fields.appendField(1, "o", path)
        fields.appendField(2, "s", interface)
        fields.appendField(3, "s", member)
        fields.appendField(6, "s", destination)
        if !signature.isEmpty { fields.appendField(8, "g", signature) }
        var message = BusWriter()
        let flags: UInt8 = startsDestination ? 0 : 2
        message.bytes = [UInt8(ascii: "l"), BusMessage.methodCall, flags, 1]
        message.append(UInt32(body.bytes.count))
        message.append(serial)
        message.append(UInt32(fields.bytes.count))
        message.bytes += fields.bytes
        message.align(to: 8)
        return message.bytes + body.bytes
    }
}

/// The encoder of a part of a message that begins at a multiple of 8.
private struct BusWriter {
    var bytes: [UInt8] = []

    mutating func align(to size: Int) {
        while !bytes.count.isMultiple(of: size) { bytes.append(0) }
    }

    mutating func append(_ number: UInt32) {
        align(to: 4)
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }

    mutating func append(_ text: String) {
        append(UInt32(text.utf8.count))
        bytes += text.utf8
        bytes.append(0)
    }

    mutating func append(_ texts: [String]) {
        var elements = BusWriter()
        for text in texts { elements.append(text) }
        append(UInt32(elements.bytes.count))
        bytes += elements.bytes
    }

    mutating func append(signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes += signature.utf8
        bytes.append(0)
    }

    mutating func appendField(_ code: UInt8, _ type: String, _ value: String) {
        align(to: 8)
        bytes.append(code)
        append(signature: type)
        if type == "g" { append(signature: value) } else { append(value) }
    }
}

/// A message from the bus.
package struct BusMessage {
    static let methodCall: UInt8 = 1
    static let methodReturn: UInt8 = 2
    package static let errorReply: UInt8 = 3
    package static let signal: UInt8 = 4

    /// The type; other values than those above are ignored, as the specification requires.
    package let type: UInt8
    /// The name of the signal or method; `nil` for replies.
    package let member: String?
    /// The name of the error; `nil` for other messages.
    package let errorName: String?
    /// The serial number of the call that it answers; `nil` for others.
    package let replySerial: UInt32?
    /// The types of the arguments.
    package let signature: String
    package let body: BusReader

    init(_ bytes: [UInt8]) throws(DaemonError) {
        var reader = try BusReader(message: bytes)
        reader.skip(count: 1)
        type = try reader.byte()
        reader.skip(count: 2)
        let bodyCount = Int(try reader.number())
        reader.skip(count: 4)
        let end = Int(try reader.number()) + reader.offset
        var (member, errorName): (String?, String?) = (nil, nil)
        var replySerial: UInt32?
        var signature = ""
        while reader.offset < end {
            try reader.align(to: 8)
            let code = try reader.byte()
            let valueType = try reader.signature()
            switch (code, valueType) {
            case (3, "s"): member = try reader.text()
            case (4, "s"): errorName = try reader.text()
            case (5, "u"): replySerial = try reader.number()
            case (8, "g"): signature = try reader.signature()
            case (_, _): try reader.skip(valueType)
            }
        }
        try reader.align(to: 8)
        self.member = member
        self.errorName = errorName
        self.replySerial = replySerial
        self.signature = signature
        body = try reader.part(count: bodyCount)
    }
}

extension DaemonError {
    /// A message of the bus that does not follow the specification.
    static let invalidBusMessage = protocolViolation("message of the bus")
}

/// Splits the bytes from the bus into messages.
struct BusFramer {
    /// The size of the longest message that is read, in bytes; longer ones are skipped.
    static let limit = 1 << 20
    /// The size of the longest message that the specification allows, in bytes.
    private static let longest = 1 << 27

    private var bytes: [UInt8] = []
    /// The number of bytes of a long message that are still to come.
    private var skipped = 0

    mutating func append(_ piece: ArraySlice<UInt8>) {
        let rest = piece.dropFirst(skipped)
        skipped -= piece.count - rest.count
        bytes += rest
    }

    /// Returns the next whole message; `nil` until more bytes arrive.
    mutating func next() throws(DaemonError) -> [UInt8]? {
        while bytes.count >= 16 {
            var reader = try BusReader(message: bytes)
            reader.skip(count: 4)
            let bodyCount = Int(try reader.number())
            reader.skip(count: 4)
            let fieldsCount = Int(try reader.number())
            let count = 16 + (fieldsCount + 7) / 8 * 8 + bodyCount
            guard count <= Self.longest else { throw .invalidBusMessage }
            if count > Self.limit {
                skipped = max(0, count - bytes.count)
                bytes.removeFirst(min(count, bytes.count))
                continue
            }
            guard bytes.count >= count else { return nil }
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }
        return nil
    }
}
