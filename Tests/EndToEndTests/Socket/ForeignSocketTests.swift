import AppearanceTestSupport
import Glibc
import Testing

/// The daemon of another user, in a runtime directory that users share.
@Suite(.bounded, .requires(.root, .bus)) struct ForeignSocketTests {
    /// The bus accepts only users that the system knows.
    private static let (user, other): (UInt32, UInt32) = (54322, 65534)

    /// The home of the other user, with that user's daemon.
    private struct Scene {
        let home: TestHome
        private let daemon: ChildProcess

        /// The runtime directory belongs to a user, and has a mode.
        init(runtimeDirectoryOf owner: UInt32, mode: UInt32) throws {
            home = try TestHome.inDaylight()
            let bus = try PrivateBus(in: home)
            let owners = try ChildProcess.run(
                "chown", ["-R", "\(other):\(other)", home.path],
                environment: TestHome.plainEnvironment)
            try #require(owners.status == .exited(0), "\(owners.errors)")
            try #require(chmod(home.path, 0o755) == 0)
            try #require(chown(home.runtimeDirectory, owner, owner) == 0)
            try #require(chmod(home.runtimeDirectory, mode) == 0)
            daemon = try ChildProcess(
                "setpriv", Self.words([BuiltProducts.appearanced], as: other),
                environment: home.environment.merging(bus.environment) { $1 })
            try daemon.waitForLine(containing: "<6>Light", on: .errors)
            // The other user opens it to everybody.
            try #require(chmod(home.runtimeDirectory + "/appearanced", 0o755) == 0)
            try #require(chmod(home.socket, 0o666) == 0)
        }

        private static func words(_ command: [String], as user: UInt32) -> [String] {
            ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
        }

        func appearancectl(_ words: [String], as user: UInt32) throws -> FinishedProcess {
            try ChildProcess.run(
                "setpriv", Self.words([BuiltProducts.appearancectl] + words, as: user),
                environment: home.environment)
        }
    }

    @Test(
        .row("U12"),
        arguments: [["status"], ["set", "dark"], ["feed", "5"], ["watch"], ["why"]], [user, 0])
    func `the daemon of another user is not used`(_ words: [String], _ user: UInt32) throws {
        let scene = try Scene(runtimeDirectoryOf: 0, mode: 0o1777)
        let run = try scene.appearancectl(words, as: user)
        #expect(run.status == .exited(3))
        #expect(run.output == "")
        #expect(
            run.errors == """
                appearancectl: the socket \(scene.home.socket) belongs to a program of user \
                \(Self.other), not of user \(user), and is not used.
                Use the folder of your own session:
                  export XDG_RUNTIME_DIR=/run/user/$(id -u)

                """)
    }

    @Test(.row("U12")) func `a command runs without an inhibition, and doctor names the socket`()
        throws
    {
        let scene = try Scene(runtimeDirectoryOf: 0, mode: 0o1777)
        let inhibited = try scene.appearancectl(["inhibit", "echo", "runs"], as: Self.user)
        #expect(inhibited.status == .exited(0))
        #expect(inhibited.output == "runs\n")
        #expect(inhibited.errors.contains("belongs to a program of user \(Self.other)"))
        let doctor = try scene.appearancectl(["doctor"], as: Self.user)
        #expect(doctor.output.contains("The socket is not used."), "\(doctor.output)")
    }

    /// The administrator may look at any session.
    @Test(.row("U8")) func `root uses the daemon of the user whose runtime directory it names`()
        throws
    {
        let scene = try Scene(runtimeDirectoryOf: Self.other, mode: 0o700)
        let run = try scene.appearancectl(["get"], as: 0)
        #expect(run.output == "light\n", "\(run.errors)")
    }
}
