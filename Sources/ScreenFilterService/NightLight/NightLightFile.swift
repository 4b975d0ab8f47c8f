internal import AppearanceDesktop
internal import DesktopControl
internal import Linux

/// The restore journal of a night light on disk.
struct NightLightFile {
    /// The directory; `nil` without a home directory, and then nothing is changed.
    private let directory: String?
    private let name: String

    init(of nightLight: NightLight, in directory: String?) {
        self.directory = directory
        name = NightLightLedger.fileName(of: nightLight)
    }

    /// Whether the file exists.
    var isThere: Bool { directory.map { File.exists("\($0)/\(name)") } ?? false }

    /// Returns the journal; `nil` if it is missing or invalid.
    func read(_ log: Log) -> NightLightLedger? {
        guard let directory else { return nil }
        return StoredFile.read(
            "\(directory)/\(name)", limit: NightLightLedger.largestFile,
            ifInvalid: "ignored; the original values of the desktop's night light are unknown",
            subject: "the original values of the desktop's night light", log: log,
            decode: NightLightLedger.init(decoding:))
    }

    /// Writes and syncs the journal; `nil` removes it.
    func write(_ ledger: NightLightLedger?) throws(SettingError) {
        guard let directory else {
            throw SettingError("HOME is not set, so its original value cannot be saved")
        }
        let path = "\(directory)/\(name)"
        guard let ledger else { return File.remove(path) }
        do throws(IOError) {
            try Directory.create(directory, mode: 0o700)
            try AtomicFile.write(ledger.encoded, to: path)
        } catch {
            throw SettingError(
                "its original value cannot be saved, so it is left unchanged: \(error)")
        }
    }
}
