import AppearanceTestSupport
import Foundation
import Testing

/// What `scripts/install` puts into /usr/local, in a folder of a test's own.
enum SystemdInstallation {
    /// A user's manager on a machine where this tree has been installed, and nothing enabled.
    static func manager(prepare: (TestHome) throws -> Void = { _ in }) throws -> UserManager {
        try UserManager(usrLocal: "installed/usr/local") { home in
            try install(into: "\(home.path)/installed", with: home)
            try prepare(home)
        }
    }

    /// Runs the script on the programs built for the tests.
    static func install(into folder: String, with home: TestHome, _ arguments: String...) throws {
        // It asks Swift where the programs are, which is here; building them again takes minutes.
        let swift = try home.write(
            "#!/bin/sh\necho '\(BuiltProducts.directory)'\n", to: "swift-stand-in/swift")
        try #require(chmod(swift, 0o755) == 0)
        var environment = TestHome.plainEnvironment
        environment["PATH"] = "\(home.path)/swift-stand-in:\(environment["PATH"] ?? "")"
        environment["DESTDIR"] = folder
        environment["PREFIX"] = "/usr/local"
        let run = try ChildProcess.run(
            Repository.root + "/scripts/install", arguments, environment: environment)
        try #require(run.status == .exited(0), "\(run.errors)")
    }
}
