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

    @Test func onlyItsUserCanReachTheSocket() throws {
        let listener = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
        #expect(permissions(of: path) == 0o600)
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func theSocketIsRemovedWithItsListener() throws {
        var listener: UnixListener? = try UnixListener(path: path)
        #expect(listener != nil)
        listener = nil
        #expect(!exists(path))
        listener = try UnixListener(path: path)
        #expect(UnixClient(path) != nil)
    }

    @Test func theFileCanBeRemovedBeforeTheListener() throws {
        let listener = try UnixListener(path: path)
        listener.removeFile()
        #expect(!exists(path))
        listener.removeFile()
    }

    @Test func aFileThatIsAnothersByNowStays() throws {
        let listener = try UnixListener(path: path)
        unlink(path)
        let other = ForeignSocket(path)
        listener.removeFile()
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(other) {}
    }

    @Test func aSecondListenerFindsTheFirst() throws {
        let listener = try UnixListener(path: path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func aSecondListenerFindsTheFirstThoughItsFileIsGone() throws {
        let listener = try UnixListener(path: path)
        unlink(path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        withExtendedLifetime(listener) {}
    }

    @Test(.row("U5")) func aLiveSocketWithoutALockStays() throws {
        mkdir(directory, 0o700)
        let other = ForeignSocket(path)
        #expect(throws: IOError.alreadyRunning(path: path)) { _ = try UnixListener(path: path) }
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(other) {}
    }

    @Test func whatADeadProcessLeftBehindIsReplaced() throws {
        mkdir(directory, 0o700)
        do { withExtendedLifetime(ForeignSocket(path, isListening: false)) {} }
        #expect(exists(path))
        let listener = try UnixListener(path: path)
        #expect(UnixClient(path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func somethingElseInItsPlaceStays() throws {
        mkdir(directory, 0o700)
        temporary.write("precious", to: "appearanced/socket")
        #expect(throws: IOError.pathTaken(path: path)) { _ = try UnixListener(path: path) }
        #expect(try File.read(path, limit: 10) == Array("precious".utf8))
    }

    @Test func aLongPathIsRefusedWithItsLimit() throws {
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
    func aDirectoryThatOthersCanWriteToIsRefused(mode: UInt32) throws {
        mkdir(directory, 0o700)
        chmod(directory, mode)
        #expect(
            throws: IOError.unsafeDirectory(path: directory, flaw: .writableByOthers(mode: mode))
        ) {
            _ = try UnixListener(path: path)
        }
        #expect(!exists(path))
    }

    /// Whoever can rename in the directory above can put another in the place of ours.
    @Test(arguments: [0o777, 0o770, 0o702] as [UInt32])
    func aPlaceThatOthersCanChangeIsRefused(mode: UInt32) throws {
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

    @Test func aStickyPlaceIsAsGoodAsAPrivateOne() throws {
        chmod(String(temporary.file("").dropLast()), 0o1777)
        let listener = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
        withExtendedLifetime(listener) {}
    }

    // systemd makes a RuntimeDirectory= with mode 0755 unless told otherwise.
    @Test func aDirectoryThatOthersCanReadIsShut() throws {
        mkdir(directory, 0o700)
        chmod(directory, 0o755)
        _ = try UnixListener(path: path)
        #expect(permissions(of: directory) == 0o700)
    }

    @Test func aLinkToADirectoryIsRefused() throws {
        mkdir(temporary.file("elsewhere"), 0o700)
        symlink("elsewhere", directory)
        #expect(throws: IOError.unsafeDirectory(path: directory, flaw: .notADirectory)) {
            _ = try UnixListener(path: path)
        }
    }

    @Test func aFileInPlaceOfTheDirectoryIsRefused() throws {
        temporary.write("", to: "appearanced")
        #expect(throws: IOError.unsafeDirectory(path: directory, flaw: .notADirectory)) {
            _ = try UnixListener(path: path)
        }
    }

    // An ordinary user finds a directory of root's; root gives one away.
    @Test func aDirectoryOfAnotherUserIsRefused() throws {
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

    @Test func aMissingParentIsNamed() {
        let path = temporary.file("missing/appearanced/socket")
        #expect(
            throws: IOError.system(
                call: "stat", subject: temporary.file("missing"), errno: .noSuchFile)
        ) {
            _ = try UnixListener(path: path)
        }
    }

    @Test func aSocketFromTheServiceManagerKeepsItsFile() throws {
        mkdir(directory, 0o700)
        let manager = ForeignSocket(path)
        let descriptor = duplicate(manager.descriptor)
        var listener: UnixListener? = try UnixListener(inherited: Descriptor(owning: descriptor))
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(listener != nil)
        listener = nil
        #expect(UnixClient(path) != nil)
    }

    @Test func aDescriptorThatIsNoListenerIsRefused() throws {
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
