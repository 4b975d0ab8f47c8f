/// Why the bytes of a time zone file could not be taken.
package struct TimeZoneError: Error, Equatable, CustomStringConvertible {
    /// The zone's name.
    package var zone: String
    /// What is wrong with it.
    package var problem: String
    /// Where in the file, in bytes from its start.
    package var offset: Int

    package var description: String {
        "time zone \(zone): \(problem) at byte \(offset) of its file; "
            + "reinstall the system's time zone data (tzdata), or set another time zone"
    }
}
