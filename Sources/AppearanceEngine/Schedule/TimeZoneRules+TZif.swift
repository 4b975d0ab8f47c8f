// A TZif file is a block with 32-bit times for old readers and, from version 2 on, a second block
// with 64-bit times and a line of text with the rule for all later years:
//
//     header, 44 bytes: "TZif", version, 15 unused, then six counts: isut isstd leap time type char
//     tables: times, the type of each, types (offset 4, is-daylight 1, name 1), names, leap seconds
//             (time, correction 4), isstd, isut
//
// https://www.rfc-editor.org/rfc/rfc9636

extension TimeZoneRules {
    /// The rules in the bytes of a file of the time zone database.
    package init(tzif bytes: [UInt8], name: String) throws(TimeZoneError) {
        var reader = TZifReader(bytes: bytes, zone: name)
        var header = try reader.header()
        guard header.version >= UInt8(ascii: "2") else {
            self = try reader.rules(header, timeSize: 4)
            return
        }
        try reader.skip(header.tableSize(timeSize: 4))
        header = try reader.header()
        self = try reader.rules(header, timeSize: 8)
    }
}
