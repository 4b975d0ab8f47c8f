import AppearanceModel

/// The functions by which files are looked at.
package struct HookFiles {
    /// Returns the names in a folder, none if it is missing; `nil` if it cannot be read.
    let names: (String) -> [String]?
    /// Returns the target of a symbolic link; `nil` for any other file.
    let linkTarget: (String) -> String?
    /// Whether a path leads to a regular file.
    let isRegular: (String) -> Bool
    /// Whether the user may execute a file.
    let isExecutable: (String) -> Bool

    package init(
        names: @escaping (String) -> [String]?, linkTarget: @escaping (String) -> String?,
        isRegular: @escaping (String) -> Bool, isExecutable: @escaping (String) -> Bool
    ) {
        self.names = names
        self.linkTarget = linkTarget
        self.isRegular = isRegular
        self.isExecutable = isExecutable
    }
}

/// Every file in the folders of hooks, in the order in which hooks run.
package struct HookCatalog: Equatable, Sendable {
    /// The reason why a file never runs; the raw value is a part of a sentence.
    package enum Flaw: String, Hashable, Sendable {
        case notExecutable = "it is not executable"
        /// It is a folder or a device.
        case notRegular = "it is not a regular file"
        case dangling = "it is a link to a missing file"
        case hiddenName = "its name is that of a hidden file or a backup copy"
        /// It is not found by its name.
        case invalidName = "its name is not UTF-8"
        case unreadFolder = "hooks are not read from this folder"
        /// It is the path of the user's own folder.
        case noFolder = "it is no folder, and hooks are in a folder of this name"
        /// It is the user's own folder.
        case unreadable = "it cannot be read, nor the hooks in it"
        case tooMany = "there are more than 4096 hooks"
    }

    package enum State: Hashable, Sendable {
        case on
        /// Switched off: by the suffix of its file, by a link to `/dev/null` in the user's folder, or,
        /// a script of darkman, by not being executable.
        case off
        /// Ready-made, and not enabled.
        case available
        case flawed(Flaw)
    }

    package struct Entry: Equatable, Sendable {
        package let hook: Hook
        package let state: State
    }

    /// The limit of hooks that run, by their order: reading so many delays an answer by less than 100 ms.
    package static let mostHooks = 4_096

    package private(set) var entries: [Entry] = []
    /// Whether every folder was read: only then a hook that is missing was removed.
    package private(set) var isComplete = true

    package var hooks: [Hook] { entries.filter { $0.state == .on }.map(\.hook) }

    /// Reads the folders; with `darkman` also those of darkman.
    package init(_ folders: HookFolders, darkman: Bool, _ files: HookFiles) {
        var unreadable: [String] = []
        for kind in Hook.Kind.allCases where darkman || !kind.isDarkmans {
            unreadable += read(kind, folders.folders(of: kind), files)
        }
        isComplete = unreadable.isEmpty
        readReady(folders, files)
        entries.sort(by: Self.runsBefore)
        let running = entries.indices.filter { entries[$0].state == .on }
        for index in running.dropFirst(Self.mostHooks) {
            entries[index] = Entry(hook: entries[index].hook, state: .flawed(.tooMany))
        }
        if let own = folders.own, unreadable.contains(own) {
            let folder = String(own.dropLast(Hook.Kind.own.rawValue.count + 1))
            let hook = Hook(.own, folder: folder, fileName: Hook.Kind.own.rawValue)
            let isFolder = !files.isRegular(own) && !Self.isDangling(own, files)
            entries.append(Entry(hook: hook, state: .flawed(isFolder ? .unreadable : .noFolder)))
        }
        for folder in folders.unread {
            entries += (files.names(folder) ?? []).map {
                Entry(
                    hook: Hook(.own, folder: folder, fileName: $0), state: .flawed(.unreadFolder))
            }
        }
    }

    /// Returns the entry of a name, the one that runs before any other.
    package subscript(name: String) -> Entry? {
        entries.first { $0.hook.name == name && $0.state == .on }
            ?? entries.first { $0.hook.name == name }
    }

    /// Reads folders and returns those that cannot be read.
    private mutating func read(
        _ kind: Hook.Kind, _ folders: [String], _ files: HookFiles
    ) -> [String] {
        var unreadable: [String] = []
        var known: Set<String> = []
        var masked: Set<String> = []
        for folder in folders {
            let names = files.names(folder)
            if names == nil { unreadable.append(folder) }
            let hooks = (names ?? []).map { Hook(kind, folder: folder, fileName: $0) }
                .filter { !Self.isRepositorys($0, files) }
            // A disabled file hides those of later folders as it did before, and none of its own.
            for hook in hooks.filter({ !$0.isDisabled }) + hooks.filter(\.isDisabled)
            where !known.contains(hook.fileName) {
                if files.linkTarget(hook.path) == "/dev/null" {
                    masked.insert(hook.fileName)
                    continue
                }
                known.insert(hook.fileName)
                let isOff = hook.isDisabled || masked.contains(hook.fileName)
                entries.append(Entry(hook: hook, state: isOff ? .off : Self.state(hook, files)))
            }
        }
        return unreadable
    }

    /// Reads the folders of ready-made hooks, for those that no other file has the name of.
    private mutating func readReady(_ folders: HookFolders, _ files: HookFiles) {
        var known = Set(entries.filter { $0.hook.kind == .own }.map(\.hook.fileName))
        for folder in folders.ready {
            for name in files.names(folder) ?? [] where !known.contains(name) {
                let hook = Hook(.own, folder: folder, fileName: name)
                guard files.isRegular(hook.path), files.isExecutable(hook.path) else { continue }
                known.insert(name)
                let isMasked =
                    folders.own.flatMap { files.linkTarget("\($0)/\(name)") } == "/dev/null"
                entries.append(Entry(hook: hook, state: isMasked ? .off : .available))
            }
        }
    }

    /// Returns whether a file is one of a repository that the folder is, such as `.git` or `README.md`.
    private static func isRepositorys(_ hook: Hook, _ files: HookFiles) -> Bool {
        let name = hook.fileName
        let isText =
            name.hasSuffix(".md") || name.hasSuffix(".txt")
            || ["README", "LICENSE", "LICENCE", "COPYING", "CHANGELOG"].contains(name)
        guard name.hasPrefix(".") || isText else { return false }
        return !files.isExecutable(hook.path) || !files.isRegular(hook.path)
    }

    private static func state(_ hook: Hook, _ files: HookFiles) -> State {
        let name = hook.fileName
        let isBackup =
            ["~", ".bak", ".orig", ".rej", ".swp", ".swo"].contains { name.hasSuffix($0) }
            || name.hasPrefix("#") && name.hasSuffix("#")
            // Of Syncthing, and of Dropbox and Nextcloud.
            || name.hasPart(".sync-conflict-") || name.hasPart("conflicted copy")
        let isPackages = [".dpkg-", ".rpm", ".pac"].contains { mark in
            [mark + "old", mark + "new", mark + "save", mark + "orig"]
                .contains { name.hasSuffix($0) }
        }
        if name.hasPrefix(".") || isBackup || isPackages { return .flawed(.hiddenName) }
        if files.isRegular(hook.path) {
            if files.isExecutable(hook.path) { return .on }
            return hook.kind.isDarkmans ? .off : .flawed(.notExecutable)
        }
        // It stands for bytes that are not UTF-8.
        if name.unicodeScalars.contains("\u{FFFD}") { return .flawed(.invalidName) }
        return .flawed(isDangling(hook.path, files) ? .dangling : .notRegular)
    }

    private static func isDangling(_ path: String, _ files: HookFiles) -> Bool {
        files.linkTarget(path) != nil && !files.isExecutable(path)
    }

    /// Orders by the bytes of the names.
    private static func runsBefore(_ left: Entry, _ right: Entry) -> Bool {
        let names = (left.hook.fileName, right.hook.fileName)
        guard names.0 == names.1 else {
            return names.0.utf8.lexicographicallyPrecedes(names.1.utf8)
        }
        return left.hook.name.utf8.lexicographicallyPrecedes(right.hook.name.utf8)
    }
}
