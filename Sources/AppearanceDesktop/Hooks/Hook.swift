package import AppearanceModel

/// A program that the daemon runs when the appearance changes.
package struct Hook: Hashable, Sendable {
    /// The folder that it is in, which determines when it runs; the raw value is its name.
    package enum Kind: String, CaseIterable, Sendable {
        /// Our own, which receives light, dark or night.
        case own = "hooks.d"
        /// darkman's, which receives light or dark.
        case darkman
        /// darkman's scripts for dark alone.
        case darkModeOnly = "dark-mode.d"
        /// darkman's scripts for light alone.
        case lightModeOnly = "light-mode.d"

        /// Whether the folder is darkman's.
        package var isDarkmans: Bool { self != .own }
    }

    package let kind: Kind
    /// The absolute path.
    package let path: String
    /// The name of the file, without its folder and the suffix of a disabled one.
    package let fileName: String
    /// Whether the user has disabled its file, by a suffix of the name.
    package let isDisabled: Bool

    /// The suffix of the files that the user has disabled; darkman knows none.
    package static let disabledSuffix = ".disabled"

    /// A file of a folder; the suffix of a disabled one is no part of its name.
    package init(_ kind: Kind, folder: String, fileName: String) {
        self.kind = kind
        path = folder + "/" + fileName
        isDisabled =
            kind == .own && fileName.hasSuffix(Self.disabledSuffix)
            && fileName != Self.disabledSuffix
        self.fileName = isDisabled ? String(fileName.dropLast(Self.disabledSuffix.count)) : fileName
    }

    /// The name by which it is listed; no other hook that runs has it.
    package var name: String { kind == .own ? fileName : "\(kind.rawValue)/\(fileName)" }

    /// Whether it is a script for light or dark alone.
    var isOfOneTone: Bool { kind == .darkModeOnly || kind == .lightModeOnly }

    /// Returns its first argument in an appearance.
    package func argument(in appearance: Appearance) -> String {
        kind.isDarkmans ? appearance.tone.rawValue : appearance.rawValue
    }

    /// Returns whether it runs when an appearance begins.
    package func runs(in appearance: Appearance) -> Bool {
        switch kind {
        case .own, .darkman: true
        case .darkModeOnly: appearance.tone == .dark
        case .lightModeOnly: appearance.tone == .light
        }
    }

    /// The number at the beginning of the name, as in `10-terminal`; `nil` if there is none.
    ///
    /// Hooks of one number run at the same time, and before those of the next.
    var stage: String? {
        let digits = fileName.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty,
            fileName.utf8.dropFirst(digits.count).first == UInt8(ascii: "-")
        else { return nil }
        return String(Substring(digits))
    }

    /// The variable with its own name.
    package static let nameVariable = "APPEARANCED_HOOK"
    /// The variable with the number of the change.
    package static let sequenceVariable = "APPEARANCED_SEQUENCE"

    /// Returns the variables that it receives; all but its name and the appearance are empty without a status.
    package func environment(
        for snapshot: Snapshot?, in appearance: Appearance
    ) -> [String: String] {
        let lux = snapshot?.light.flatMap { $0.unit == .lux ? "\($0.value)" : nil }
        return [
            Self.nameVariable: name,
            "APPEARANCED_APPEARANCE": appearance.rawValue,
            "APPEARANCED_PREVIOUS": snapshot?.previous?.rawValue ?? "",
            "APPEARANCED_MODE": snapshot?.mode.rawValue ?? "",
            "APPEARANCED_REASON": snapshot?.reason.rawValue ?? "",
            "APPEARANCED_EXPLANATION": snapshot?.explanation ?? "",
            "APPEARANCED_LUX": lux ?? "",
            "APPEARANCED_UNTIL": snapshot?.until.map { "\($0.secondsSinceEpoch)" } ?? "",
            Self.sequenceVariable: snapshot.map { "\($0.sequence)" } ?? "",
        ]
    }
}

/// The folders in which hooks are found, by the XDG Base Directory Specification.
package struct HookFolders: Equatable, Sendable {
    /// The user's own folder of hooks; `nil` without a home.
    package let own: String?
    /// The folders of data, the user's own first.
    let dataFolders: [String]
    /// The folders of ready-made hooks, which do not run until they are enabled.
    let ready: [String]
    /// Folders with a similar name or purpose, in which no hook is found.
    let unread: [String]

    package init(_ directories: BaseDirectories) {
        let configuration = directories.configuration
        own = configuration.map { $0 + "/appearanced/hooks.d" }
        dataFolders = directories.allData
        ready = dataFolders.map { $0 + "/appearanced/hooks-available" }
        unread =
            (configuration.map { [$0 + "/appearanced/hooks", $0 + "/appearanced/hook.d"] } ?? [])
            + directories.systemConfiguration.map { $0 + "/appearanced/hooks.d" }
    }

    /// Returns the user's folder of a kind; `nil` without a home.
    package func own(of kind: Hook.Kind) -> String? {
        kind == .own ? own : folders(of: kind).first
    }

    /// Whether a path is in a folder of this user.
    package func isOwn(_ path: String, of kind: Hook.Kind) -> Bool {
        own(of: kind).map { path.hasPrefix($0 + "/") } ?? false
    }

    /// Whether a path is that of a ready-made hook.
    package func isReady(_ path: String) -> Bool { ready.contains { path.hasPrefix($0 + "/") } }

    /// Returns the folders of a kind, in order of precedence.
    package func folders(of kind: Hook.Kind) -> [String] {
        kind.isDarkmans
            ? dataFolders.map { $0 + "/" + kind.rawValue }
            : (own.map { [$0] } ?? []) + dataFolders.map { $0 + "/appearanced/hooks.d" }
    }
}
