internal import AppearanceModel

/// The options of the command line.
package struct FilterOptions: Equatable, Sendable {
    package enum Job: Hashable, Sendable {
        /// Turn the screen red at night, until stopped.
        case filter
        /// Stop the filter and restore the screen.
        case reset
        /// Print the status of the filter.
        case status(json: Bool)
    }

    package var job = Job.filter
    /// A configuration file instead of the usual ones.
    package var configurationPath: String?

    package init() {}
}

/// The version, the same as that of the daemon of the same release.
package let filterVersion = projectVersion
