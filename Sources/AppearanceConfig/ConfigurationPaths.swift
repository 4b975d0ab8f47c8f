package import AppearanceModel

/// The paths at which a configuration file is looked for.
package enum ConfigurationPaths {
    /// Returns the files that may hold the configuration; the first that exists is used.
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    /// - Returns: Absolute paths, the user's own first.
    package static func candidates(_ environment: (String) -> String?) -> [String] {
        let directories = BaseDirectories(environment)
        let own = directories.configuration.map { [$0] } ?? []
        return (own + directories.systemConfiguration).map(file)
    }

    /// Returns the file of the user; `nil` without a home.
    package static func own(_ environment: (String) -> String?) -> String? {
        BaseDirectories(environment).configuration.map(file)
    }

    private static func file(in directory: String) -> String {
        "\(directory)/appearanced/config.toml"
    }
}

/// The copy of the last valid configuration that the daemon keeps beside its state: the fallback at a
/// start with an invalid file.
package enum LastGoodCopy {
    package static let fileName = "last-good-config.toml"
    /// The size limit of a copy, in bytes: the largest configuration and the seal.
    package static let sizeLimit = ConfigurationReader.largestFile + seal.utf8.count

    /// The last lines, which explain the file; a copy without them is incomplete.
    package static let seal = """

        # A copy of the last valid configuration. Edit your own file, not this one: appearanced uses
        # this copy if it starts while your own file is invalid.

        """

    /// Returns the bytes of a copy of a configuration.
    package static func sealed(_ text: [UInt8]) -> [UInt8] { text + Array(seal.utf8) }

    /// Returns the configuration of a copy; `nil` if it is incomplete or invalid.
    package static func configuration(of copy: [UInt8]) -> Configuration? {
        guard copy.suffix(seal.utf8.count).elementsEqual(seal.utf8) else { return nil }
        return try? ConfigurationReader.read(copy, file: fileName)
    }
}
