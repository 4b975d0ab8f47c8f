import AppearanceTestSupport
import Foundation
import Testing

/// The files of `scripts/install`, below a folder of the test instead of /usr/local.
enum SystemdInstallation {
    /// A user's manager on a machine where this tree has been installed, and nothing enabled.
    static func manager(prepare: (TestHome) throws -> Void = { _ in }) throws -> UserManager {
        try UserManager(usrLocal: "installed/usr/local") { home in
            try install(into: "\(home.path)/installed")
            try prepare(home)
        }
    }

    /// Runs the script on the programs built for the tests.
    static func install(
        into folder: String, _ arguments: String..., prefix: String = "/usr/local",
        portal: String? = nil
    ) throws {
        var environment = TestHome.plainEnvironment
        environment["BIN"] = BuiltProducts.directory
        environment["DESTDIR"] = folder
        environment["PREFIX"] = prefix
        environment["PORTAL"] = portal
        let run = try ChildProcess.run(
            Repository.root + "/scripts/install", arguments, environment: environment)
        try #require(run.status == .exited(0), "\(run.errors)")
    }
}
