internal import AppearanceModel
internal import Glibc

/// The filters of a session's displays, and what they are told.
struct NightFilters {
    private let folder: String

    /// The filters of the session that the environment speaks of.
    static func ofThisSession() throws(CommandLineError) -> NightFilters {
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/") else {
            throw CommandLineError(
                """
                XDG_RUNTIME_DIR is not set, so no filter can be found.
                Run this inside your login session.
                """)
        }
        return NightFilters(in: String(cString: value))
    }

    init(in runtimeDirectory: String) { folder = "\(runtimeDirectory)/\(NightOverride.folder)" }

    private var path: String { "\(folder)/\(NightOverride.fileName)" }

    private func demandOne() throws(CommandLineError) {
        guard Self.locks(in: folder).isEmpty else { return }
        let version = Command("appearance-nightfilter", "--version")
        if CommandRunner.ask([version]) == [.missing] {
            throw CommandLineError(
                """
                The filter of the whole screen, appearance-nightfilter, is not installed.
                Build and install it, in appearanced's source:
                  make nightfilter && make install
                Or install the package that has it, if yours is divided.
                """, .notRunning)
        }
        throw CommandLineError(
            """
            No filter of the whole screen is running. Start it, now and at every login:
              systemctl --user enable --now appearance-nightfilter
            or try it by hand:
              appearance-nightfilter
            If the screen is red all the same, this gives it back:
              appearance-nightfilter --reset
            """, .notRunning)
    }

    /// The locks that are held: each filter has one on a file of its own for as long as it lives.
    static func locks(in folder: String) -> [String] {
        FileWriting.files(in: folder).filter { $0.hasSuffix(".lock") }.filter { path in
            let file = open(path, O_RDWR | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK
        }
    }

    /// What is wanted for a while, and not over yet.
    func wishes(at now: WallTime) -> [NightOverride] {
        let bytes = (try? FileReading.bytes(of: path, limit: 256)) ?? []
        return NightOverride.all(in: String(decoding: bytes, as: UTF8.self)).filter { $0.end > now }
    }

    /// Tells those that run, at least one, what is wanted for a while.
    func write(_ wish: NightOverride) throws(CommandLineError) {
        try demandOne()
        try FileWriting.write(wish.text, to: path)
    }

    /// The same, and what was wanted before is wanted again afterwards.
    func interrupt(with wish: NightOverride, at now: WallTime) throws(CommandLineError) {
        try demandOne()
        let later = wishes(at: now).last { $0.end > wish.end }
        try FileWriting.write(wish.text + (later?.text ?? ""), to: path)
    }

    /// Tells them, and those to come, that nothing is wanted any more.
    func clear() throws(CommandLineError) {
        guard FileWriting.exists(path) else { return }
        try FileWriting.remove(path)
    }
}
