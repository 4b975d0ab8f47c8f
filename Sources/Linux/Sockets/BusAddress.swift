/// The address of a D-Bus bus: alternatives separated by semicolons, each a transport and its
/// properties, such as `unix:path=/run/user/1000/bus,guid=…`.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package enum BusAddress {
    /// The address of the session's bus, by an environment that the function looks up; `nil` if
    /// there is no session.
    package static func ofSession(_ environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
            return address
        }
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            return nil
        }
        return ofSocket(directory + "/bus")
    }

    /// The address of the bus with this socket; one word of a shell.
    package static func ofSocket(_ path: String) -> String {
        "unix:path=" + escaped(path)
    }

    /// Returns the socket of the user's own bus if an address is that of another one, as in a session that
    /// `dbus-run-session` has started; `nil` if it is not, or if the user has no bus.
    package static func socketOfUser(
        besides address: String, in runtimeDirectory: String
    ) -> String? {
        let socket = runtimeDirectory + "/bus"
        return File.exists(socket) && !sockets(in: address).contains(socket) ? socket : nil
    }

    /// Returns the paths of the Unix sockets in an address; that of an abstract one begins with NUL.
    package static func sockets(in address: String) -> [String] {
        address.utf8.split(separator: UInt8(ascii: ";")).compactMap { alternative in
            guard alternative.starts(with: "unix:".utf8) else { return nil }
            let properties = alternative.dropFirst(5).split(separator: UInt8(ascii: ","))
            return properties.lazy.compactMap { property in
                value(of: "path=", in: property)
                    ?? value(of: "abstract=", in: property).map { "\0" + $0 }
            }.first
        }
    }

    /// The path of the first socket of an address in the file system; `nil` for other transports.
    package static func socketPath(in address: String) -> String? {
        sockets(in: address).first { $0.utf8.first != 0 }
    }

    private static func value(of key: String, in property: Substring.UTF8View) -> String? {
        property.starts(with: key.utf8) ? unescaped(property.dropFirst(key.utf8.count)) : nil
    }

    /// Replaces each byte that an address may not contain as it is, and the asterisk, which a shell
    /// expands.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of an escaped one; a percent sign without two digits stays as it is.
    private static func unescaped(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = firstByte(ofDigits: rest) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func firstByte(ofDigits text: Substring.UTF8View) -> UInt8? {
        let digits = text.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
    }
}
