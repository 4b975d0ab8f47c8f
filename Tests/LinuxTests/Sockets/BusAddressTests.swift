import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct BusAddressTests {
    @Test func `a path with any byte is read from the address that was made of it`() {
        let every = String(String.UnicodeScalarView((1...0x17F).compactMap(Unicode.Scalar.init)))
        let address = BusAddress.ofSocket("/run/" + every)
        #expect(address.utf8.allSatisfy { $0 < 0x7F && $0 > 0x20 })
        #expect(!address.contains { ",;'\"*?$\\".contains($0) })
        #expect(BusAddress.sockets(in: address) == ["/run/" + every])
    }

    @Test(arguments: [
        ("unix:path=/a/bus,guid=1234", ["/a/bus"]),
        ("unix:guid=1,path=/a%20b", ["/a b"]),
        ("tcp:host=x;unix:abstract=/a;unix:path=%2Fb", ["\0/a", "/b"]),
        ("unix:path=%2;unix:path=%+1;unix:path=%%41", ["%2", "%+1", "%A"]),
        ("unix:runtime=yes", []), ("unixexec:path=/bin/sh", []), ("unix:", []), ("", []),
    ])
    func `the sockets of an address are those of its Unix transports`(
        address: String, sockets: [String]
    ) {
        #expect(BusAddress.sockets(in: address) == sockets)
        #expect(BusAddress.socketPath(in: address) == sockets.first { !$0.hasPrefix("\0") })
    }

    @Test func `the address of a session comes before its runtime directory`() {
        let variables = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/b", "XDG_RUNTIME_DIR": "/run/u"]
        #expect(BusAddress.ofSession { variables[$0] } == "unix:path=/b")
        for unset in [nil, ""] {
            let address = BusAddress.ofSession {
                $0 == "XDG_RUNTIME_DIR" ? "/run/u" : unset
            }
            #expect(address == "unix:path=/run/u/bus")
        }
        #expect(BusAddress.ofSession { _ in nil } == nil)
        #expect(BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? "run" : nil } == nil)
    }
}
