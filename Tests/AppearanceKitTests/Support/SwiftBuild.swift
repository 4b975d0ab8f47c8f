import AppearanceTestSupport
import Foundation
import Synchronization
import Testing

/// `swift build` of packages that use this one, by a user whose home is the test's.
///
/// They have one folder, which is kept: the library is built once for all of them.
enum SwiftBuild {
    private static let scratch = Repository.root + "/.build-outside"
    private static let turn = Mutex(())

    /// Builds a package and returns the path of its program.
    static func program(
        _ name: String, ofPackage folder: String, in home: TestHome
    ) throws -> String {
        try run("build", folder, in: home)
        return scratch + "/debug/" + name
    }

    /// Runs the tests of a package and returns their output.
    static func tests(
        ofPackage folder: String, in home: TestHome, setting variables: [String: String]
    ) throws -> String {
        try run("test", folder, in: home, setting: variables)
    }

    /// Runs a command of the package manager.
    ///
    /// git has the user's settings, such as the source of packages, and also
    /// reads a mirror of another user's, as an administrator's is.
    @discardableResult
    private static func run(
        _ command: String, _ folder: String, in home: TestHome,
        setting additions: [String: String] = [:]
    ) throws -> String {
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
        let build = try turn.withLock { _ in
            // A build plan of another package, or from before a change of the library's files.
            for plan in (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
            where plan.hasSuffix(".yaml") {
                try FileManager.default.removeItem(atPath: scratch + "/" + plan)
            }
            return try ChildProcess.run(
                "swift",
                [
                    // With an index, in which the tests are found.
                    command, "--disable-sandbox", "--package-path", folder,
                    "--scratch-path", scratch, "-Xswiftc", "-gnone",
                ], environment: home.environment.merging(additions) { $1 }, within: .seconds(600))
        }
        try #require(build.status == .exited(0), "\(build.output)\(build.errors)")
        return build.output + build.errors
    }
}
