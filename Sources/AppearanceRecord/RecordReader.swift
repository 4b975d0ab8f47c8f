/// Reads a record line by line.
package struct RecordReader {
    private var rest: ArraySlice<UInt8>
    /// The number of the line that was read last, from 1.
    package private(set) var line = 0
    /// Whether the last line has no end: what wrote it was cut off.
    package private(set) var isCut = false

    /// A reader of the bytes of a record.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The first line.
    package mutating func header() throws(RecordingError) -> RecordHeader {
        guard let bytes = try nextLine() else {
            throw RecordingError(
                line: 1, problem: isCut ? "the first line is cut off" : "the file is empty")
        }
        do throws(RecordingLineError) { return try RecordHeader(bytes) } catch {
            throw RecordingError(line: line, problem: error.words)
        }
    }

    /// The next event; nil at the end, and where the last line is cut off.
    package mutating func entry() throws(RecordingError) -> RecordEntry? {
        guard let bytes = try nextLine() else { return nil }
        do throws(RecordingLineError) { return try RecordEntry(bytes) } catch {
            throw RecordingError(line: line, problem: error.words)
        }
    }

    private mutating func nextLine() throws(RecordingError) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        line += 1
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            isCut = true
            line -= 1
            rest = []
            return nil
        }
        guard end - rest.startIndex <= RecordFormat.longestLine else {
            throw RecordingError(
                line: line, problem: "longer than \(RecordFormat.longestLine) bytes")
        }
        defer { rest = rest[(end + 1)...] }
        return Array(rest[..<end])
    }
}
