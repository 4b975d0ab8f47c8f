/// Which zone an old name stands for: the file `tzdata.zi`, or `backward` from its source.
package struct ZoneLinks: Sendable {
    private let text: [UInt8]

    /// The links in the bytes of a file; all other lines in it are passed over.
    package init(text: [UInt8]) { self.text = text }

    /// The zone that a name stands for; nil for a name that is no link.
    package func target(of name: String) -> String? {
        for line in text.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "L")
        {
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count >= 3, fields[2].elementsEqual(name.utf8) else { continue }
            return String(decoding: fields[1], as: UTF8.self)
        }
        return nil
    }
}
