/// The reason for which the configuration file cannot be changed from a window.
package enum SettingsLock: Equatable, Sendable {
    /// The file may not be replaced, such as one that home-manager makes; with its own path.
    case readOnly(String)
    /// The file is invalid; with its first problem.
    case invalid(String)
    /// There is no folder for it.
    case noFolder

    package func text(_ format: PageFormatter) -> String {
        let tr = format.tr
        return switch self {
        case .readOnly(let path):
            tr("Another program makes this file, so change it there: %s").filled(path)
        case .invalid(let problem):
            tr("The configuration has an error, so fix it in the file: %s").filled(problem)
        case .noFolder: tr("There is no folder for the configuration.")
        }
    }
}
