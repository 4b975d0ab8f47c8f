internal import AppearanceDesktop
internal import Linux

/// The ledger of a night light on the disk.
struct NightLightFile {
    /// Nil without a home: then nothing can be noted, and so nothing be changed.
    private let directory: String?
    private let name: String

    init(of nightLight: NightLight, in directory: String?) {
        self.directory = directory
        name = NightLightLedger.fileName(of: nightLight)
    }

    /// Whether anything is kept.
    var isThere: Bool { directory.map { File.exists("\($0)/\(name)") } ?? false }

    /// What was kept last; nil where nothing is, or makes any sense.
    func read(_ log: Log) -> NightLightLedger? {
        guard let directory else { return nil }
        let path = "\(directory)/\(name)"
        do throws(IOError) {
            guard let bytes = try File.readIfPresent(path, limit: NightLightLedger.largestFile)
            else { return nil }
            if let ledger = NightLightLedger(decoding: bytes) { return ledger }
            log.warning(
                "\(path) makes no sense and is left out of account; what the desktop's night light"
                    + " was set to is not known any more")
        } catch {
            log.warning("what the desktop's night light was set to is not known: \(error)")
        }
        return nil
    }

    /// Puts it there, on the disk when this returns; nil removes it.
    func write(_ ledger: NightLightLedger?) throws(NightLightError) {
        guard let directory else {
            throw NightLightError("what it was cannot be noted, for HOME is not set")
        }
        let path = "\(directory)/\(name)"
        guard let ledger else { return File.remove(path) }
        do throws(IOError) {
            try Directory.create(directory, mode: 0o700)
            try AtomicFile.write(ledger.encoded, to: path)
        } catch {
            throw NightLightError("what it was cannot be noted, so it is left as it is: \(error)")
        }
    }
}
