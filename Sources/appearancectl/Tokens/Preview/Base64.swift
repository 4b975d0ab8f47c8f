/// Bytes as letters.
///
/// https://www.rfc-editor.org/rfc/rfc4648#section-4
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let number = three.reduce(0) { $0 << 8 | Int($1) } << ((3 - three.count) * 8)
            for place in 0..<4 {
                text.append(
                    place <= three.count
                        ? letters[number >> (18 - place * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
