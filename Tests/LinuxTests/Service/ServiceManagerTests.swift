import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

// Tests that change the environment run in a separate process.
@Suite(.bounded, .withExitTests) struct ServiceManagerTests {
    @Test func `without a service manager nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            let isSent = try ServiceManager.notify(.ready)
            #expect(!isSent)
        }
    }

    @Test func `the service manager receives messages in its protocol`() async {
        await #expect(processExitsWith: .success) {
            let manager = try StandInServiceManager()
            #expect(try ServiceManager.notify(.ready))
            #expect(manager.nextMessage() == "READY=1")
            try ServiceManager.notify(.stopping)
            #expect(manager.nextMessage() == "STOPPING=1")
        }
    }

    @Test func `a missing service manager is an error`() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nowhere/notify", 1)
            #expect(throws: IOError.self) { try ServiceManager.notify(.ready) }
        }
    }

    @Test func `descriptors are taken over once`() async {
        await #expect(processExitsWith: .success) {
            // The first two numbers that a manager hands over; the test's own may be there.
            for number in [3, 4] as [Int32] where fcntl(number, F_GETFD) < 0 { dup2(2, number) }
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "2", 1)
            setenv("LISTEN_FDNAMES", "varlink:other", 1)
            let descriptors = try ServiceManager.inheritedDescriptors()
            #expect(descriptors.map(\.name) == ["varlink", "other"])
            #expect(descriptors.map(\.rawValue) == [3, 4])
            #expect(getenv("LISTEN_FDS") == nil)
            #expect(try ServiceManager.inheritedDescriptors().isEmpty)
        }
    }

    @Test func `descriptors for another process are not taken over`() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "2", 1)
            let descriptors = try ServiceManager.inheritedDescriptors()
            #expect(descriptors.isEmpty)
        }
    }

    @Test func `the loop notifies a requested watchdog`() async {
        await #expect(processExitsWith: .success) {
            let manager = try StandInServiceManager()
            setenv("WATCHDOG_USEC", "60000000", 1)
            unsetenv("WATCHDOG_PID")
            let loop = try EventLoop()
            #expect(try loop.enableWatchdog())
            #expect(manager.nextMessage() == "WATCHDOG=1")
        }
    }

    @Test func `the descriptor limit is raised to the hard limit`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 64
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let raised = try DescriptorLimit.raise()
            #expect(raised == UInt64(limit.rlim_max))
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(limit.rlim_cur == limit.rlim_max)
        }
    }
}
