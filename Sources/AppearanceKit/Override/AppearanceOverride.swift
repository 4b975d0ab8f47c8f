public import AppearanceModel
internal import Glibc
internal import Linux

/// An override of the desktop's appearance for an app or a part of it.
///
/// A picker has one row for each, or for those that the app wants to offer:
///
/// ```swift
/// for choice in [.followSystem, .light, .dark] as [AppearanceOverride] {
///     picker.addRow(choice.displayName { gettext($0) })
/// }
/// ```
public enum AppearanceOverride: String, CaseIterable, Hashable, Sendable {
    /// No override: the desktop's appearance.
    case followSystem
    /// Always light.
    case light
    /// Always dark.
    case dark
    /// Always night.
    case night

    /// The fixed appearance; `nil` for `followSystem`.
    public var fixedAppearance: Appearance? { Appearance(rawValue: rawValue) }

    /// The English name for people: "Follow System", "Light", "Dark" or "Night".
    public var displayName: String { displayName { $0 } }

    /// Returns the name for people, translated from the English.
    public func displayName(translatedBy translate: (String) -> String) -> String {
        switch self {
        case .followSystem: translate("Follow System")
        case .light: translate("Light")
        case .dark: translate("Dark")
        case .night: translate("Night")
        }
    }
}

/// The file with the override of an app: one word in a line.
///
/// It is replaced atomically. Other processes of the app observe it by inotify.
struct OverrideFile: ~Copyable {
    /// The configuration folder; `nil` if the environment has none.
    private let home: String?
    private let name: String
    private let watch: FolderWatch

    /// Creates the file of an app below the configuration folder; `nil`: it is not saved.
    ///
    /// - Throws: `AppearanceError` if the id is no name of a file in that folder.
    init(appID: String, configurationHome: String?) throws(AppearanceError) {
        guard !appID.isEmpty, appID.utf8.count <= 200, appID.utf8.first != UInt8(ascii: "."),
            appID.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
        else {
            throw AppearanceError(
                "invalid app id \"\(appID)\": write it like org.example.Reader, in at most 200 "
                    + "letters, digits and signs of ASCII")
        }
        name = appID
        home = configurationHome
        watch = FolderWatch(for: [appID, "apps", "appearanced"])
        createFolder()
    }

    private var folder: String? { home.map { $0 + "/appearanced/apps" } }

    /// `XDG_CONFIG_HOME`, else `.config` in the home directory.
    static var configurationHome: String? {
        let home = CurrentProcess.variable("XDG_CONFIG_HOME")
        if let home, home.hasPrefix("/") { return home }
        return CurrentProcess.variable("HOME").map { $0 + "/.config" }
    }

    /// The descriptor that is readable when the file may have changed; `nil` if it is not watched.
    var descriptor: Int32? { watch.rawValue }

    /// Returns whether the file may have changed since the last call.
    func hasChanged() -> Bool {
        guard watch.take() else { return false }
        watchFolder()
        return true
    }

    /// Returns the override in the file, `followSystem` if it is missing or invalid; `nil` if it cannot be read.
    func read() -> AppearanceOverride? {
        guard let folder else { return .followSystem }
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try File.beginning(of: "\(folder)/\(name)", count: 64)
        } catch {
            switch error.errno {
            case nil, .noSuchFile?, .notADirectory?: return .followSystem
            case _?: return nil
            }
        }
        let word = bytes.prefix { $0 > 32 }
        return AppearanceOverride(rawValue: String(decoding: word, as: UTF8.self)) ?? .followSystem
    }

    func write(_ override: AppearanceOverride) throws(AppearanceError) {
        guard let folder else { throw AppearanceError(savingTo: nil, errno: ENOENT) }
        createFolder()
        let path = "\(folder)/\(name)"
        let draft = "\(folder)/.\(name).\(UInt64.random(in: 0 ... .max))"
        do throws(IOError) {
            let file = try Descriptor(
                opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try file.writeAll(Array((override.rawValue + "\n").utf8), subject: draft)
            try File.move(draft, to: path)
            // The file is visible now. Syncing a busy disk may take a second, which must not block
            // a window.
            let written = OpenFile(file)
            _ = try? BackgroundThread.start(name: "appearance-sync") {
                fsync(written.descriptor.rawValue)
            }
        } catch {
            File.remove(draft)
            throw AppearanceError(savingTo: path, errno: error.errno?.rawValue ?? EIO)
        }
    }

    /// A descriptor for a thread.
    private final class OpenFile: Sendable {
        let descriptor: Descriptor
        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    /// Creates the folder if it is missing, and watches it.
    private func createFolder() {
        guard let folder else { return }
        try? Directory.create(folder)
        watchFolder()
    }

    /// Watches the folder and the one above it, or that of the configuration while they are missing.
    ///
    /// It creates none, so that a person can remove or replace them.
    private func watchFolder() {
        guard let home, let folder else { return }
        let parent = home + "/appearanced"
        _ = watch.add(parent)
        // From the top, so that a folder that is created meanwhile is not missed.
        if watch.add(folder) == nil { for path in [home, parent, folder] { _ = watch.add(path) } }
    }
}
