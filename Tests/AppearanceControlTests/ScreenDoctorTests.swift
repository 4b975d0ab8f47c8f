import AppearanceTestSupport
import Foundation
import Glibc
import Testing

/// The checks of the night filter.
@Suite(.bounded) struct ScreenDoctorTests {
    private let scene: DoctorScene

    init() throws { scene = try DoctorScene() }

    private func finding() throws -> DoctorScene.Finding {
        try #require(try scene.findings()["whole screen"])
    }

    /// The lock of a running filter with its status; the lock is held until it is closed.
    private func filter(saying outputs: String, on display: String = ":7") throws -> Int32 {
        let folder = scene.home.path + "/run/appearance-nightfilter/"
        let path = try scene.home.write("", to: folder + display + ".lock")
        try scene.home.write(
            "{\"display\":\"\(display)\",\"night\":true,\"outputs\":[\(outputs)]}\n",
            to: folder + display + ".json")
        let file = open(path, O_RDWR | O_CLOEXEC)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        try #require(fcntl(file, F_SETLK, &lock) == 0)
        return file
    }

    @Test func `a night filter that was replaced and still runs is named with its process`() throws
    {
        let lock = try filter(saying: "")
        defer { close(lock) }
        let file = scene.home.path + "/bin/appearance-nightfilter"
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: file)
        let process = try ChildProcess(file, ["600"], environment: scene.home.environment)
        #expect(try finding().status == "ok")
        try FileManager.default.removeItem(atPath: file)
        let replaced = try finding()
        #expect(replaced.status == "warning")
        #expect(
            replaced.finding
                == "appearance-nightfilter was replaced, but the old program still runs.")
        #expect(
            replaced.fix
                == "kill \(process.processIdentifier); sleep 1; appearance-nightfilter &")
    }

    @Test(arguments: [
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=78",
            "that its --config names is invalid; see journalctl --user -u appearance-nightfilter.",
            "systemctl --user restart appearance-nightfilter"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=69",
            "no display", "systemctl --user restart appearance-nightfilter"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=217",
            "user namespaces",
            "install -D -m 644 systemd/without-user-namespace.conf"
                + " ~/.config/systemd/user/appearance-.service.d/"
                + "without-user-namespace.conf && systemctl --user daemon-reload"
                + " && systemctl --user restart appearance-nightfilter"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=9"
                + "\nResult=signal",
            "Signal 9 ended it (signal)", "systemctl --user restart appearance-nightfilter"
        ),
        (
            "LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled\nConditionResult=no",
            "neither DISPLAY nor WAYLAND_DISPLAY",
            "systemctl --user import-environment DISPLAY"
                + " && systemctl --user start appearance-nightfilter"
        ),
        (
            "LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled\nConditionResult=yes",
            "was stopped", "systemctl --user start appearance-nightfilter"
        ),
    ])
    func `an inactive filter is reported with cause and command`(
        unit: String, cause: String, fix: String
    ) throws {
        scene.variables["DISPLAY"] = ":7"
        try scene.manager(filter: unit, session: "ActiveState=active")
        let finding = try finding()
        #expect(finding.status == "broken")
        #expect(finding.cause.contains(cause), "\(finding.cause)")
        #expect(finding.fix == fix)
    }

    @Test func `a session that never reaches its target is reported`() throws {
        scene.variables["DISPLAY"] = ":7"
        try scene.manager(
            filter: "LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled",
            session: "ActiveState=inactive")
        let finding = try finding()
        #expect(finding.status == "broken")
        #expect(finding.cause.contains("does not reach graphical-session.target"))
        #expect(
            finding.fix == "systemctl --user import-environment DISPLAY"
                + " && systemctl --user start appearance-nightfilter")
    }

    @Test func `a filter without a graphical session is no error`() throws {
        try scene.manager(
            filter: "LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled",
            session: "ActiveState=inactive", environment: "WAYLAND_DISPLAY=wayland-1\n")
        let finding = try finding()
        #expect(finding.status == "skipped")
        #expect(finding.finding == "This is not a graphical session.")
    }

    @Test(arguments: [("inactive", false), ("active", true)])
    func `a filter that its session will not start is remarked on`(state: String, starts: Bool)
        throws
    {
        let lock = try filter(saying: "")
        defer { close(lock) }
        try scene.manager(
            filter: "LoadState=loaded\nActiveState=active\nUnitFileState=enabled",
            session: "ActiveState=\(state)")
        let finding = try finding()
        #expect(finding.status == "ok")
        #expect(finding.finding.hasSuffix("turns red at night.") == starts)
        #expect(finding.finding.contains("does not reach graphical-session.target") != starts)
    }

    /// The night filter is optional.
    @Test func `a filter that is not enabled is no error`() throws {
        #expect(try finding().status == "skipped")
        #expect(try finding().finding.contains("is not installed"))
        try scene.manager(filter: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        #expect(try finding().status == "skipped")
        #expect(try finding().finding.contains("is not enabled"))
    }

    @Test func `every output is listed with its method and limitation`() throws {
        let lock = try filter(
            saying: """
                {"name":"DP-1","method":"luminance","holder":null,"loses":null},\
                {"name":"VGA-1","method":"red channel","loses":"what is pure green turns black"}
                """)
        defer { close(lock) }
        let finding = try finding()
        #expect(finding.status == "ok")
        #expect(
            finding.finding == "The display :7 turns red at night: DP-1 by luminance, VGA-1 by "
                + "red channel (what is pure green turns black).")
    }

    /// A method that this program does not know is accepted.
    @Test func `a fallback method is reported by name`() throws {
        let lock = try filter(
            saying: "{\"name\":\"screen\",\"method\":\"some way\",\"loses\":\"a little\"}")
        defer { close(lock) }
        #expect(try finding().finding.contains("screen by some way (a little)"))
    }

    @Test func `the program that controls an output is named with its remedy`() throws {
        let lock = try filter(
            saying: """
                {"name":"DP-1","method":"none","holder":"redshift (process 4242)",\
                "loses":"redshift (process 4242) controls its colours"}
                """)
        defer { close(lock) }
        let finding = try finding()
        #expect(finding.status == "warning")
        #expect(finding.finding == "DP-1 of :7 does not turn red at night.")
        #expect(finding.cause == "Redshift (process 4242) controls its colours.")
        #expect(finding.fix == "kill 4242")
    }

    @Test(arguments: ["redshift", "hyprsunset", "wl-gammarelay-rs", "sunsetr"])
    func `a program that sets the colours of the screen too is named with its remedy`(
        name: String
    ) throws {
        // A display of no other test, whose doctor would find the program too.
        let display = ":7\(name)"
        let lock = try filter(saying: "", on: display)
        defer { close(lock) }
        let program = try ChildProcess(
            "bash", ["-c", "exec -a \(name) cat"],
            environment: ["DISPLAY": display, "PATH": "/usr/bin:/bin"], keepsInput: true)
        // It has the name only once it has become that program.
        try program.write(line: "up")
        try program.waitForLine(containing: "up")
        let finding = try finding()
        #expect(finding.status == "warning")
        #expect(finding.finding == "\(name) sets the colours of the whole screen too.")
        #expect(finding.fix == "kill \(program.processIdentifier)")
    }

    @Test func `the status file of an exited filter is ignored`() throws {
        close(try filter(saying: "{\"name\":\"DP-1\",\"method\":\"none\"}"))
        #expect(try finding().status == "skipped")
    }

    @Test func `a running filter that is not enabled is reported`() throws {
        let lock = try filter(saying: "")
        defer { close(lock) }
        try scene.manager(filter: "LoadState=loaded\nActiveState=active\nUnitFileState=disabled")
        let report = try scene.run("doctor").output
        #expect(report.contains("The night filter runs, but will not start at the next login."))
        #expect(report.contains("systemctl --user enable appearance-nightfilter"))
        try scene.home.write("", to: "config/autostart/appearance-nightfilter.desktop")
        #expect(try !scene.run("doctor").output.contains("will not start at the next login"))
    }
}
