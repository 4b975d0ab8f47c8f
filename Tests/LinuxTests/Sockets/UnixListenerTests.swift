import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct UnixListenerTests {
    let temporary = TemporaryDirectory()
    let directory: String
    let path: String

    init() {
        directory = temporary.file("appearanced")
        path = directory + "/socket"
    }

    @Test(.row("U7")) func `only its user can reach the socket`() throws {
        let listener = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
        #expect(permissions(of: path) == 0o600)
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `the socket is removed with its listener`() throws {
        var listener: UnixListener? = try UnixListener(path: path)
        #expect(listener != nil)
        listener = nil
        #expect(!exists(path))
        listener = try UnixListener(path: path)
        #expect(UnixClient(path) != nil)
    }

    @Test func `the file can be removed before the listener`() throws {
        let listener = try UnixListener(path: path)
        listener.removeFile()
        #expect(!exists(path))
        listener.removeFile()
    }

    @Test func `a socket file of another listener is not removed`() throws {
        let listener = try UnixListener(path: path)
        unlink(path)
        let other = ForeignSocket(path)
        listener.removeFile()
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(other) {}
    }

    @Test func `a second listener finds the first`() throws {
        let listener = try UnixListener(path: path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `a second listener detects the first without its file`() throws {
        let listener = try UnixListener(path: path)
        unlink(path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        withExtendedLifetime(listener) {}
    }

    @Test(.row("U5")) func `a live socket without a lock is not replaced`() throws {
        mkdir(directory, 0o700)
        let other = ForeignSocket(path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(other) {}
    }

    @Test func `a socket file of a dead process is replaced`() throws {
        mkdir(directory, 0o700)
        do { withExtendedLifetime(ForeignSocket(path, isListening: false)) {} }
        #expect(exists(path))
        let listener = try UnixListener(path: path)
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `another kind of file at the path is not replaced`() throws {
        mkdir(directory, 0o700)
        temporary.write("precious", to: "appearanced/socket")
        #expect(throws: IOError.pathTaken(path: path)) { _ = try UnixListener(path: path) }
        #expect(try File.read(path, limit: 10) == Array("precious".utf8))
    }

    @Test func `a long path is refused with its limit`() throws {
        let room = 107 - directory.utf8.count - 1
        let longest = directory + "/" + String(repeating: "x", count: room)
        let listener = try UnixListener(path: longest)
        #expect(UnixClient(longest) != nil)
        let failure = #expect(throws: IOError.pathTooLong(path: longest + "x", limitBytes: 107)) {
            _ = try UnixListener(path: longest + "x")
        }
        #expect(failure?.description.contains("108 bytes are too long") == true)
        withExtendedLifetime(listener) {}
    }

    @Test(.row("U7"), arguments: [0o777, 0o770, 0o702, 0o1777] as [UInt32])
    func `a directory that others can write to is refused`(mode: UInt32) throws {
        mkdir(directory, 0o700)
        chmod(directory, mode)
        #expect(
            throws: IOError.unsafeDirectory(path: directory, flaw: .writableByOthers(mode: mode))
        ) {
            _ = try UnixListener(path: path)
        }
        #expect(!exists(path))
    }

    /// A user who can rename entries of the parent directory could replace the directory.
    @Test(arguments: [0o777, 0o770, 0o702] as [UInt32])
    func `a directory whose parent others can write to is refused`(mode: UInt32) throws {
        let place = temporary.file("")
        let above = String(place.dropLast())
        chmod(above, mode)
        #expect(
            throws: IOError.unsafeDirectory(path: above, flaw: .writableByOthers(mode: mode))
        ) {
            _ = try UnixListener(path: path)
        }
        #expect(!exists(directory))
    }

    @Test func `a directory whose parent is sticky is accepted`() throws {
        chmod(String(temporary.file("").dropLast()), 0o1777)
        let listener = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
        withExtendedLifetime(listener) {}
    }

    // systemd creates a RuntimeDirectory= with mode 0755 by default.
    @Test func `a directory that others can read is made private`() throws {
        mkdir(directory, 0o700)
        chmod(directory, 0o755)
        _ = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
    }

    @Test func `a link to a directory is refused`() throws {
        mkdir(temporary.file("elsewhere"), 0o700)
        symlink("elsewhere", directory)
        #expect(throws: IOError.unsafeDirectory(path: directory, flaw: .notADirectory)) {
            _ = try UnixListener(path: path)
        }
    }

    @Test func `a file in place of the directory is refused`() throws {
        temporary.write("", to: "appearanced")
        #expect(throws: IOError.unsafeDirectory(path: directory, flaw: .notADirectory)) {
            _ = try UnixListener(path: path)
        }
    }

    // An ordinary user finds a directory of root's; root gives one away.
    @Test func `a directory of another user is refused`() throws {
        let isRoot = geteuid() == 0
        let owner: UInt32 = isRoot ? 12_345 : 0
        let foreign = isRoot ? directory : "/etc"
        if isRoot {
            mkdir(foreign, 0o700)
            chown(foreign, owner, owner)
        }
        let flaw = DirectoryError.foreignOwner(userID: owner)
        #expect(throws: IOError.unsafeDirectory(path: foreign, flaw: flaw)) {
            _ = try UnixListener(path: foreign + "/socket")
        }
    }

    @Test func `a missing parent is named`() {
        let path = temporary.file("missing/appearanced/socket")
        #expect(
            throws: IOError.system(
                call: "stat", subject: temporary.file("missing"), errno: .noSuchFile)
        ) {
            _ = try UnixListener(path: path)
        }
    }

    @Test func `a socket from the service manager keeps its file`() throws {
        mkdir(directory, 0o700)
        let manager = ForeignSocket(path)
        let descriptor = duplicate(manager.descriptor)
        var listener: UnixListener? = try UnixListener(inherited: Descriptor(owning: descriptor))
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(listener != nil)
        listener = nil
        #expect(UnixClient(path) != nil)
    }

    @Test func `a descriptor that is not a listener is refused`() throws {
        let descriptor = duplicate(2)
        #expect(throws: IOError.notAListener(descriptor: descriptor)) {
            _ = try UnixListener(inherited: Descriptor(owning: descriptor))
        }
        let socket = ForeignSocket(temporary.file("socket"), isListening: false)
        let unready = duplicate(socket.descriptor)
        #expect(throws: IOError.notAListener(descriptor: unready)) {
            _ = try UnixListener(inherited: Descriptor(owning: unready))
        }
    }
}
