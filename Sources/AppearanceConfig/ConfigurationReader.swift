package import AppearanceModel
import TOML

/// Reads configuration files.
package enum ConfigurationReader {
    /// The configuration that a file's text describes: the built-in one with the file's keys.
    ///
    /// - Parameters:
    ///   - bytes: the whole text, UTF-8; an empty one gives the built-in configuration.
    ///   - file: the file's name for diagnostics.
    ///   - zones: the time zones of this machine; `nil` takes any name for one.
    /// - Returns: a configuration whose every value and combination of values is in range.
    /// - Throws: everything that is wrong; where the text is no TOML, only the first such place.
    package static func read(
        _ bytes: [UInt8], file: String, zones: KnownZones? = nil
    ) throws(ConfigurationError) -> Configuration {
        let table: TOMLTable
        do {
            table = try TOMLTable(parsing: bytes)
        } catch {
            throw ConfigurationError(
                Diagnostic(
                    file: file, line: error.place.line, column: error.place.column, key: "",
                    reason: error.message))
        }
        let reading = ConfigurationParse(table, file: file, zones: zones)
        if let fault = ConfigurationError(reading.diagnostics) { throw fault }
        return reading.configuration
    }
}
