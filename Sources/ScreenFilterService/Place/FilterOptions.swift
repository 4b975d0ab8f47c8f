/// What the command line asks for.
package struct FilterOptions: Equatable, Sendable {
    /// What there is to do.
    package enum Job: Hashable, Sendable {
        /// Turn the screen red at night, until told to stop.
        case filter
        /// Give the screen back and end the filter.
        case reset
        /// Say what the filter does.
        case status(json: Bool)
    }

    package var job = Job.filter
    /// A configuration file in place of the usual ones.
    package var configurationPath: String?

    package init() {}
}
