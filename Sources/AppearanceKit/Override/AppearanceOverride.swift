public import AppearanceModel
internal import Glibc

/// What a user chooses for one app, or an app for a part of itself.
///
/// A picker has one row for each, or for those that the app wants to offer:
///
/// ```swift
/// for choice in [.followSystem, .light, .dark] as [AppearanceOverride] {
///     picker.addRow(choice.displayName { gettext($0) })
/// }
/// ```
public enum AppearanceOverride: String, CaseIterable, Hashable, Sendable {
    /// As the desktop.
    case followSystem
    /// Always light.
    case light
    /// Always dark.
    case dark
    /// Always night.
    case night

    /// The appearance that this fixes; nil for `followSystem`.
    public var fixedAppearance: Appearance? {
        switch self {
        case .followSystem: nil
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }

    /// What a person reads, in English: "Follow System", "Light", "Dark" or "Night".
    public var displayName: String { displayName { $0 } }

    /// What a person reads, translated from the English.
    public func displayName(translatedBy translate: (String) -> String) -> String {
        switch self {
        case .followSystem: translate("Follow System")
        case .light: translate("Light")
        case .dark: translate("Dark")
        case .night: translate("Night")
        }
    }
}

/// Why a choice will be forgotten when the app ends; it holds until then.
public struct OverrideSaveError: Error, Hashable, CustomStringConvertible {
    /// The file that could not be written; empty where there is no place for one.
    public let path: String
    /// The system's error number.
    public let code: Int32

    init(_ path: String, errno code: Int32) {
        self.path = path
        self.code = code
    }

    /// What failed, why, and what it means.
    public var description: String {
        let reason =
            path.isEmpty
            ? "neither XDG_CONFIG_HOME nor HOME is set"
            : "\(path): \(String(cString: strerror(code)))"
        return "the choice holds only until the app ends: \(reason)"
    }
}

/// The file that keeps the choice made for one app: one word, a line that a person can write too.
///
/// It is replaced whole, so that whoever reads it finds the last choice or the one before, whatever
/// is killed when. The app's other processes hear of it by inotify.
struct OverrideFile: ~Copyable {
    /// Nil where the environment names no place for it.
    private let folder: String?
    private let name: String
    private let watch: FolderWatch

    /// The file of an app below the folder for configuration; nil: it is kept nowhere.
    init(appID: String, configurationHome: String?) {
        precondition(
            !appID.isEmpty && appID.utf8.count <= 200 && appID.utf8.first != UInt8(ascii: ".")
                && appID.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") },
            "\"\(appID)\" is no app id: write it like org.example.Reader")
        name = appID
        folder = configurationHome.map { $0 + "/appearanced/apps" }
        watch = FolderWatch(for: [appID])
        listen()
    }

    /// `XDG_CONFIG_HOME`, else `.config` in the home.
    static var configurationHome: String? {
        if let value = getenv("XDG_CONFIG_HOME"), value.pointee == UInt8(ascii: "/") {
            return String(cString: value)
        }
        return getenv("HOME").map { String(cString: $0) + "/.config" }
    }

    /// A descriptor that can be read when the file may be another; nil when nothing is heard.
    var number: Int32? { watch.number }

    /// Whether the file may be another than before.
    func hasChanged() -> Bool { watch.take() }

    /// What the file says; what is not there or not understood follows the system.
    func read() -> AppearanceOverride {
        guard let folder else { return .followSystem }
        let file = Descriptor(open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = retrying { Glibc.read(file.number, &bytes, bytes.count) }
        let word = bytes.prefix(max(count, 0)).prefix { $0 > 32 }
        return AppearanceOverride(rawValue: String(decoding: word, as: UTF8.self)) ?? .followSystem
    }

    /// Replaces what the file says.
    func write(_ override: AppearanceOverride) throws(OverrideSaveError) {
        guard let folder else { throw OverrideSaveError("", errno: ENOENT) }
        listen()
        let draft = "\(folder)/.\(name).\(UInt64.random(in: 0 ... .max))"
        let number = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw OverrideSaveError("\(folder)/\(name)", errno: errno) }
        let line = Array((override.rawValue + "\n").utf8)
        let isDone =
            retrying { Glibc.write(number, line, line.count) } == line.count
            && rename(draft, "\(folder)/\(name)") == 0
        guard isDone else {
            let code = errno
            unlink(draft)
            close(number)
            throw OverrideSaveError("\(folder)/\(name)", errno: code)
        }
        // Everyone sees it now. That the disk has it too may take a busy disk a second, for which
        // no window should stand still.
        let isSyncing = startThread {
            fsync(number)
            close(number)
        }
        if !isSyncing { close(number) }
    }

    /// Makes the folder where it is missing, so that it can be listened to.
    private func listen() {
        guard let folder, watch.add(folder) == nil else { return }
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            mkdir(path, 0o700)
        }
        _ = watch.add(folder)
    }
}
