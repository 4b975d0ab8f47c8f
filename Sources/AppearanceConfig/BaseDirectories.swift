package import AppearanceModel

/// The user's own directories, as an environment gives them.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is
/// ignored. https://specifications.freedesktop.org/basedir-spec/latest/
package struct BaseDirectories: Equatable, Sendable {
    /// `$HOME`; `nil` if it is not set.
    package let home: String?
    /// The directory of configuration, `$XDG_CONFIG_HOME`; `nil` without a home.
    package let configuration: String?
    /// The directory of this project's state, below `$XDG_STATE_HOME`; `nil` without a home.
    package let state: String?

    /// Looks up the variables.
    package init(_ environment: (String) -> String?) {
        func path(_ name: String) -> String? { Self.path(name, environment) }
        let home = path("HOME")
        self.home = home
        configuration = path("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        state = (path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" })
            .map { "\($0)/appearanced" }
    }

    /// Returns the value of a variable that names a directory; `nil` if it is not an absolute path.
    package static func path(_ name: String, _ environment: (String) -> String?) -> String? {
        environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

/// The paths at which a configuration file is looked for.
package enum ConfigurationPaths {
    /// Returns the files that may hold the configuration; the first that exists is used.
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    /// - Returns: Absolute paths, the user's own first.
    package static func candidates(_ environment: (String) -> String?) -> [String] {
        let system = (environment("XDG_CONFIG_DIRS") ?? "").split(separator: ":")
            .map(String.init).filter { $0.hasPrefix("/") }
        let directories = system.isEmpty ? ["/etc/xdg"] : system
        return (own(environment).map { [$0] } ?? []) + directories.map(file)
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
