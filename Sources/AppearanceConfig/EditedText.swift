import TOML

/// A text as bytes, with edits at the places that the TOML reader reports.
struct EditedText {
    private let bytes: [UInt8]
    private let lineEnd: [UInt8]
    /// The offset of each line's first byte, after a byte order mark.
    private let lineStarts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStarts =
            [mark]
            + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        let isWindows =
            bytes.firstIndex(of: UInt8(ascii: "\n")).map {
                $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r")
            } ?? false
        lineEnd = Array((isWindows ? "\r\n" : "\n").utf8)
    }

    /// The beginning of a comment that names a place.
    static let placeMark = "# place: "

    /// Returns the text with another value at a place.
    ///
    /// The comment, with the blanks before it, is written only in the place of none or of one that names a
    /// place, as any other is the user's own.
    func replacingValue(
        at place: TOMLPlace, with value: String, comment: String = ""
    ) -> [UInt8] {
        let start = offset(of: place)
        let end = end(ofValueAt: start)
        let rest = bytes[end...].prefix { !Self.lineEnds.contains($0) }
        let present = rest.drop(while: Self.isBlank)
        let isReplaced =
            present.isEmpty ? !comment.isEmpty : present.starts(with: Self.placeMark.utf8)
        return bytes[..<start] + Array(value.utf8)
            + (isReplaced
                ? Array(comment.utf8) + bytes[(end + rest.count)...] : Array(bytes[end...]))
    }

    /// Returns the text without a key and its plain value: without its line, else without its part of an
    /// inline table.
    func removing(_ key: TOMLPlace, valueAt place: TOMLPlace) -> [UInt8] {
        let (start, end) = (offset(of: key), end(ofValueAt: offset(of: place)))
        let line = lineStarts[min(key.line, lineStarts.count) - 1]
        let after = bytes[end...].firstIndex { !Self.isBlank($0) } ?? bytes.count
        let isAlone =
            !bytes[line..<start].contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ",") }
            && (after == bytes.count || (Self.lineEnds + Array("#".utf8)).contains(bytes[after]))
        guard !isAlone else {
            let next = bytes[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            return Array(bytes[..<line]) + bytes[(next ?? bytes.count)...]
        }
        let before = bytes[..<start].lastIndex { !Self.isBlank($0) } ?? start
        let isFollowed = after < bytes.count && bytes[after] == UInt8(ascii: ",")
        let isLast = before < start && bytes[before] == UInt8(ascii: ",")
        return Array(bytes[..<(isLast && !isFollowed ? before : start)])
            + bytes[(isFollowed ? after + 1 : end)...]
    }

    private static let lineEnds = Array("\r\n".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Returns the text with an added line after a line number, which counts from 1; 0 is the beginning.
    func inserting(_ line: String, afterLine number: Int) -> [UInt8] {
        guard number < lineStarts.count else { return ended(with: [line]) }
        return inserting(Array(line.utf8) + lineEnd, at: lineStarts[number])
    }

    /// Returns the text with an added line beneath the first line that has a key as a comment, such as
    /// `# dwell = "1m"`, in the section whose header has a line number; none if there is no such line.
    func inserting(_ line: String, belowCommentOf key: String, afterLine number: Int) -> [[UInt8]] {
        for index in min(number, lineStarts.count)..<lineStarts.count {
            let end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
            let words = bytes[lineStarts[index]..<end].drop(while: Self.isBlank)
            // The next section.
            if words.first == UInt8(ascii: "[") { return [] }
            guard words.first == UInt8(ascii: "#") else { continue }
            let comment = words.dropFirst().drop(while: Self.isBlank)
            guard comment.starts(with: key.utf8),
                comment.dropFirst(key.utf8.count).first(where: { !Self.isBlank($0) })
                    == UInt8(ascii: "=")
            else { continue }
            let indent = String(
                decoding: bytes[lineStarts[index]..<words.startIndex], as: UTF8.self)
            return [inserting(indent + line, afterLine: index + 1)]
        }
        return []
    }

    /// Returns the text with an added piece after an opening brace; `nil` if there is none.
    func inserting(_ piece: String, afterBraceAt place: TOMLPlace) -> [UInt8]? {
        let offset = offset(of: place)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "{") else { return nil }
        return inserting(Array(piece.utf8), at: offset + 1)
    }

    private func inserting(_ added: [UInt8], at offset: Int) -> [UInt8] {
        var text = bytes
        text.insert(contentsOf: added, at: offset)
        return text
    }

    /// Returns the text with added last lines, and an empty line before them.
    func ended(with lines: [String]) -> [UInt8] {
        var text = bytes
        if text.count > lineStarts[0] {
            if text.last != UInt8(ascii: "\n") { text += lineEnd }
            if lines.count > 1 { text += lineEnd }
        }
        return lines.reduce(text) { $0 + Array($1.utf8) + lineEnd }
    }

    // MARK: Places

    /// Returns the byte offset of a place; columns count Unicode scalars, so continuation bytes
    /// count nothing.
    private func offset(of place: TOMLPlace) -> Int {
        var offset = lineStarts[min(place.line, lineStarts.count) - 1]
        var column = 1
        while offset < bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                if column == place.column { break }
                column += 1
            }
            offset += 1
        }
        return offset
    }

    /// Returns the offset after a plain value or an array.
    private func end(ofValueAt start: Int) -> Int {
        let quote = bytes[start]
        if quote == UInt8(ascii: "[") { return end(ofArrayAt: start) }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let ends = Array(" \t\r\n,#]}".utf8)
            return bytes[start...].firstIndex(where: ends.contains) ?? bytes.count
        }
        let isLong = bytes[start...].prefix(3).elementsEqual([quote, quote, quote])
        var offset = start + (isLong ? 3 : 1)
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                offset += 2
            } else if bytes[offset] != quote {
                offset += 1
            } else if !isLong {
                return offset + 1
            } else {
                // Up to two quotes may stand before the three that end it.
                let quotes = bytes[offset...].prefix(5).prefix { $0 == quote }.count
                offset += quotes
                if quotes >= 3 { return offset }
            }
        }
        return bytes.count
    }

    private func end(ofArrayAt start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "]") {
            switch bytes[offset] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["):
                offset = end(ofValueAt: offset)
            case UInt8(ascii: "#"):
                offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            default: offset += 1
            }
        }
        return min(offset + 1, bytes.count)
    }
}
