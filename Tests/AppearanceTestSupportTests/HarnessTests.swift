import AppearanceTestSupport
import Glibc
import Testing

/// The real components that tests run, each proven on something small.
@Suite(.bounded) struct HarnessTests {
    @Test(.requires(.bus, .busClient))
    func `a private bus carries calls and signals`() throws {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let watcher = try BusClient(
            environment: environment, name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus")
        try watcher.waitForOwner()
        let owner = try BusClient(environment: environment)
        try owner.waitForNoOwner()
        try owner.own(BusClient.appearanced.name)
        try owner.waitForOwner()
        let names = try watcher.call("ListNames").items
        #expect(names.contains(.string(BusClient.appearanced.name)))
        let change = try watcher.waitForSignal("NameOwnerChanged") {
            $0[0].string == BusClient.appearanced.name
        }
        #expect(change[1] == "")
        #expect(throws: BusClient.RemoteError.self) { try watcher.call("NoSuchMethod") }
        #expect(try watcher.get("Features").items.isEmpty == false)
        let listener = try BusClient(
            environment: environment, path: "/faked", interface: "faked.Interface")
        try listener.waitForOwner()
        try owner.emit("Sleep", "b", [true], from: "/faked", interface: "faked.Interface")
        #expect(try listener.waitForSignal("Sleep") == [true])
        try owner.release(BusClient.appearanced.name)
        try owner.waitForNoOwner()
        try bus.kill()
    }

    @Test(.requires(.varlinkClient))
    func `the reference varlink client calls and reports errors`() throws {
        let home = try TestHome()
        let socket = home.path + "/varlink"
        let service = try ChildProcess(
            Repository.root + "/.build-tools/python/bin/python3",
            [
                "-c",
                """
                import varlink, sys
                service = varlink.Service(vendor="test", product="test", version="1", url="")
                class Handler(varlink.RequestHandler):
                    pass
                Handler.service = service
                server = varlink.ThreadingServer("unix:\(socket)", Handler)
                print("listening", flush=True)
                server.serve_forever()
                """,
            ], environment: home.environment)
        try service.waitForLine(containing: "listening")
        let reply = try VarlinkClient.call("org.varlink.service.GetInfo", at: socket)
        #expect(reply["product"].string == "test")
        let refused = try VarlinkClient.call(
            "org.varlink.service.GetInterfaceDescription", ["interface": "no.such"], at: socket)
        #expect(refused["error"].string?.hasPrefix("org.varlink.service.") == true)
    }

    @Test func `a notify socket receives the program's messages`() throws {
        let home = try TestHome()
        let notify = try NotifySocket(in: home)
        let send = """
            import os, socket
            end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            end.sendto(b"STATUS=up\\nREADY=1", os.environ["NOTIFY_SOCKET"])
            """
        let program = try ChildProcess(
            "/usr/bin/python3", ["-c", send],
            environment: home.environment.merging(notify.environment) { $1 })
        #expect(try notify.waitForMessage(containing: "READY=1").contains("STATUS=up"))
        #expect(try program.expectExit() == .exited(0))
        #expect(try notify.nextMessage(within: .zero) == nil)
    }

    /// More than the kernel queues.
    @Test func `a program is not stopped by messages that nobody awaits`() throws {
        let home = try TestHome()
        let notify = try NotifySocket(in: home)
        let send = """
            import os, socket
            end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            for number in range(1000):
                end.sendto(f"STATUS={number}".encode(), os.environ["NOTIFY_SOCKET"])
            """
        let run = try ChildProcess.run(
            "/usr/bin/python3", ["-c", send],
            environment: home.environment.merging(notify.environment) { $1 })
        #expect(run.status == .exited(0))
        for number in 0..<1000 {
            #expect(try notify.nextMessage(within: ChildProcess.timeout) == "STATUS=\(number)")
        }
    }

    @Test func `waiting for a message ends when the program exits`() throws {
        let home = try TestHome()
        let notify = try NotifySocket(in: home)
        let send = """
            import os, socket
            end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            end.sendto(b"STATUS=up", os.environ["NOTIFY_SOCKET"])
            """
        let program = try ChildProcess(
            "/usr/bin/python3", ["-c", send],
            environment: home.environment.merging(notify.environment) { $1 }, atEnd: notify.end)
        let failure = #expect(throws: HarnessFailure.self) {
            try notify.waitForMessage(containing: "READY=1", within: .seconds(3600))
        }
        #expect(failure?.description.contains("exited") == true)
        #expect(try program.expectExit() == .exited(0))
    }

    @Test func `every path of a home is short and removed with it`() throws {
        var home: TestHome? = try TestHome()
        let path = try #require(home?.path)
        #expect((home?.socket.utf8.count ?? 0) <= 107)
        try home?.write(configuration: "[ambient]\n")
        #expect(access(path + "/config/appearanced/config.toml", R_OK) == 0)
        home = nil
        #expect(access(path, F_OK) == -1)
    }

    @Test func `the guardian removes leftover processes and files`() throws {
        let home = try TestHome()
        for name in ["left", "kept"] { try home.write("", to: name + "/file") }
        let left = try ChildProcess("sleep", ["1000"], environment: home.environment)
        let kept = try ChildProcess("sleep", ["1000"], environment: home.environment)
        let words = """
            home \(home.path)/left
            home \(home.path)/kept
            group \(kept.processIdentifier)
            gone \(home.path)/kept
            group \(left.processIdentifier)
            ended \(kept.processIdentifier)
            """
        let file = try home.write(words + "\n", to: "words")
        let run = try ChildProcess.run(
            "sh", ["-c", "exec \(Repository.support)/guardian <\(file)"],
            environment: home.environment)
        #expect(run.status == .exited(0))
        #expect(try left.expectExit() == .killed(signal: SIGKILL))
        #expect(kept.isRunning)
        #expect(access(home.path + "/left", F_OK) == -1)
        #expect(access(home.path + "/kept", F_OK) == 0)
    }

    @Test(.requires(.userManager))
    func `a user manager starts no service of the machine's own desktop`() throws {
        let manager = try UserManager { _ in }
        let units = try manager.succeed(
            "systemctl --user list-unit-files --no-legend --type=service,socket,timer,path | cut -d' ' -f1"
        )
        let names = try manager.succeed(
            "busctl --user list --activatable --no-legend | cut -d' ' -f1")
        let expected =
            /(dbus|dconf|systemd-|up\.|xdg-(desktop|document)-portal\.|xdg-permission-store).*/
        let known =
            /(ca\.desrt\.dconf|org\.freedesktop\.(DBus|systemd1|portal\.|impl\.portal\.Perm)).*/
        #expect(units.split(separator: "\n").filter { $0.wholeMatch(of: expected) == nil } == [])
        #expect(names.split(separator: "\n").filter { $0.wholeMatch(of: known) == nil } == [])
        #expect(units.contains("dbus.socket") && names.contains("org.freedesktop.systemd1"))
    }

    @Test(.requires(.userManager))
    func `a user manager runs, restarts and logs a service`() throws {
        let manager = try UserManager { home in
            try home.write(
                """
                [Service]
                Type=notify
                NotifyAccess=all
                ExecStart=/bin/sh -c 'echo alive; systemd-notify --ready; exec sleep 1000'
                Restart=on-failure
                [Install]
                WantedBy=default.target
                """, to: ".config/systemd/user/dummy.service")
        }
        #expect(try manager.run("systemctl --user enable --now dummy").status == 0)
        #expect(try manager.run("systemctl --user is-active dummy").output == "active")
        try manager.run("systemctl --user kill --signal=KILL dummy")
        try manager.waitForJournal("--user --unit dummy", containing: "restart counter is at 1")
        #expect(try manager.run("systemctl --user start dummy").status == 0)
        #expect(try manager.run("systemctl --user show -P NRestarts dummy").output == "1")
        #expect(try manager.run("systemctl --user stop dummy").status == 0)
        #expect(try manager.run("systemctl --user is-active dummy").output == "inactive")
        let log = try manager.run("journalctl --user --unit dummy --output=cat").output
        #expect(log.split(separator: "\n").count { $0 == "alive" } == 2)
        #expect(try manager.run("id -u").output != "0")
    }
}
