/// A D-Bus message as bytes, little-endian, encoded here so that any of them can be wrong.
struct WireMessage {
    /// The body's type signature.
    var signature = "s"
    var type: UInt8 = 4
    var version: UInt8 = 1
    var serial: UInt32 = 7
    /// The length that the header gives for the body; `nil` for the true one.
    var statedBodyLength: UInt32?
    /// The header fields: code, type and value.
    var fields: [(code: UInt8, type: Character, value: [UInt8])] = []
    var body: [UInt8] = []

    /// A signal from another client, in order in every way.
    static var signal: WireMessage {
        var message = WireMessage()
        message.fields = [
            (1, "o", text("/org/example/Sample")), (2, "s", text("org.example.Probe")),
            (3, "s", text("Ring")), (7, "s", text(":1.2")),
        ]
        message.body = text("dusk")
        return message
    }

    /// A call without arguments.
    static func call(
        _ member: String, to destination: String, path: String, of interface: String
    ) -> WireMessage {
        var message = WireMessage()
        message.type = 1
        message.signature = ""
        message.fields = [
            (1, "o", text(path)), (2, "s", text(interface)), (3, "s", text(member)),
            (6, "s", text(destination)),
        ]
        return message
    }

    /// The bus's answer to a connection's first call.
    static func greeting(to serial: UInt32) -> WireMessage {
        var message = WireMessage()
        message.type = 2
        message.fields = [
            (5, "u", number(serial)), (6, "s", text(":1.1")),
            (7, "s", text("org.freedesktop.DBus")),
        ]
        message.body = text(":1.1")
        return message
    }

    /// A string or object path, with its length and its NUL.
    static func text(_ text: String) -> [UInt8] {
        number(UInt32(text.utf8.count)) + text.utf8 + [0]
    }

    static func number(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }

    var bytes: [UInt8] {
        var entries: [UInt8] = []
        for field in fields + [(8, "g", [UInt8(signature.utf8.count)] + signature.utf8 + [0])] {
            entries.pad(to: 8)
            entries += [field.code, 1] + String(field.type).utf8 + [0]
            if field.type != "g" { entries.pad(to: 4) }
            entries += field.value
        }
        var header: [UInt8] = [UInt8(ascii: "l"), type, 0, version]
        header += Self.number(statedBodyLength ?? UInt32(body.count)) + Self.number(serial)
        header += Self.number(UInt32(entries.count)) + entries
        header.pad(to: 8)
        return header + body
    }
}

extension [UInt8] {
    fileprivate mutating func pad(to size: Int) {
        append(contentsOf: repeatElement(0, count: (size - count % size) % size))
    }
}
