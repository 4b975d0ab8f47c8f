internal import AppearanceModel
internal import Glibc

/// The filters of this session's displays, and what they are told.
struct NightFilters {
    private let folder: String

    /// The filters of the session that the environment speaks of, of which at least one must run.
    static func ofThisSession() throws(Complaint) -> NightFilters {
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/") else {
            throw Complaint(
                """
                XDG_RUNTIME_DIR is not set, so no filter can be found.
                Run this inside your login session.
                """)
        }
        let filters = NightFilters(folder: String(cString: value) + "/" + NightWish.folder)
        guard filters.areRunning else {
            throw Complaint(
                """
                No filter of the whole screen is running. Start it, now and at every login:
                  systemctl --user enable --now appearance-nightfilter
                or try it by hand:
                  appearance-nightfilter
                """, .notRunning)
        }
        return filters
    }

    private var path: String { "\(folder)/\(NightWish.fileName)" }

    private var areRunning: Bool { !Self.locks(in: folder).isEmpty }

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

    /// Tells them what is wanted for a while.
    func write(_ wish: NightWish) throws(Complaint) { try FileWriting.write(wish.text, to: path) }

    /// Tells them that nothing is wanted any more.
    func clear() throws(Complaint) {
        guard FileWriting.exists(path) else { return }
        try FileWriting.remove(path)
    }
}
