/// A record of a run: lines of JSON, the first of which says what was when it began.
///
/// What each line holds is described in `docs/record-format.md`.
package enum RecordFormat {
    /// The version of the format; one that an older reader would misread has another.
    package static let version: Int64 = 1
    /// The first member of the first line, by which a record is told from another file.
    package static let mark = "appearanced_record"
    /// How every record begins.
    package static let signature = Array("{\"\(mark)\":".utf8)
    /// A longer line is none of ours, in bytes.
    package static let longestLine = 1024 * 1024
}
