import AppearanceTestSupport
import Foundation

/// `swift build` of a package, by a user whose home is the test's.
enum SwiftBuild {
    /// Builds a package; git has the settings of whoever runs the tests, such as where packages are
    /// fetched from, and also reads a mirror of another user's, as an administrator's is.
    static func run(_ arguments: [String], in home: TestHome) throws -> FinishedProcess {
        let variables = ProcessInfo.processInfo.environment
        let userHome = variables["HOME"] ?? ""
        let configHome = variables["XDG_CONFIG_HOME"] ?? userHome + "/.config"
        try home.write(
            """
            [include]
            \tpath = \(configHome)/git/config
            \tpath = \(userHome)/.gitconfig
            [safe]
            \tdirectory = *

            """, to: ".gitconfig")
        return try ChildProcess.run(
            "swift", ["build", "--disable-sandbox"] + arguments, environment: home.environment,
            within: .seconds(600))
    }
}
