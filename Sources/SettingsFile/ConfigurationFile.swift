internal import AppearanceConfig
package import AppearanceModel
package import Linux

/// The configuration file in use, and the result of reading it.
package struct ConfigurationFile: Sendable {
    /// The path of the file; `nil` if there is none, and the built-in defaults are in effect.
    package let path: String?
    /// The configuration; `nil` if the file is invalid.
    package let configuration: Configuration?
    /// The problems of the file.
    package let problems: ConfigurationProblems
    /// The text of the file, valid or not; empty if it cannot be read.
    package let text: [UInt8]
    /// The stamps of the candidate files, taken before the first was read.
    package let stamps: [FileStamp?]
}

extension ConfigurationPlace {
    /// Reads the first file that exists; a missing file is a problem only if it is named.
    package func read() -> ConfigurationFile {
        let stamps = paths.map(FileStamp.init)
        for path in paths {
            do throws(IOError) {
                let text = try File.read(path, limit: ConfigurationReader.largestFile)
                return file(path, text, stamps)
            } catch {
                // The owner of a link without a target wants a file there.
                let isAbsent = error.meansAbsence(of: path)
                if isAbsent, !isNamed { continue }
                let reason = isAbsent ? "there is no such file" : error.reason(at: path)
                return ConfigurationFile(
                    path: path, configuration: nil,
                    problems: ConfigurationProblems("\(path): \(reason)"), text: [],
                    stamps: stamps)
            }
        }
        return ConfigurationFile(
            path: nil, configuration: Configuration(), problems: .none, text: [], stamps: stamps)
    }

    private func file(
        _ path: String, _ text: [UInt8], _ stamps: [FileStamp?]
    ) -> ConfigurationFile {
        do throws(FileError) {
            return ConfigurationFile(
                path: path, configuration: try configuration(of: text, file: path),
                problems: .none, text: text, stamps: stamps)
        } catch {
            return ConfigurationFile(
                path: path, configuration: nil, problems: ConfigurationProblems(error),
                text: text, stamps: stamps)
        }
    }
}

/// The problems of a configuration file, as they are logged and printed.
package struct ConfigurationProblems: Equatable, Sendable {
    /// The first problems, one a line, and a line for those left out.
    package let lines: [String]
    /// The number of problems, including those left out.
    package let count: Int
    /// The line of the first problem in the file; `nil` if the file cannot be read.
    package let line: Int?
}

extension ConfigurationProblems {
    package static let none = ConfigurationProblems(lines: [], count: 0, line: nil)

    /// Creates the problem of a file that cannot be read.
    init(_ problem: String) { self.init(lines: [problem], count: 1, line: nil) }

    init(_ error: FileError) {
        self.init(
            lines: error.lines, count: error.diagnostics.count,
            line: error.diagnostics.first?.line)
    }
}
