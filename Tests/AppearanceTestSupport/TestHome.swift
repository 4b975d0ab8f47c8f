import Foundation

/// A separate home for the programs of one test, removed with its content at the end.
package final class TestHome: Sendable {
    /// The top; short, because a socket's path holds at most 107 bytes.
    package let path: String

    /// Makes the home with its folders.
    package init() throws {
        var template = Array("/tmp/ap.XXXXXX\0".utf8CString.dropLast())
        guard let made = mkdtemp(&template) else {
            throw HarnessFailure.systemCall("mkdtemp", errno)
        }
        path = String(cString: made)
        Guardian.watch(home: path)
        for folder in [configHome, stateHome, dataHome, cacheHome, runtimeDirectory] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        Guardian.forget(home: path)
    }

    package var configHome: String { path + "/config" }
    package var stateHome: String { path + "/state" }
    package var dataHome: String { path + "/data" }
    package var cacheHome: String { path + "/cache" }
    package var runtimeDirectory: String { path + "/run" }

    /// The path of the daemon's configuration.
    package var configurationFile: String { configHome + "/appearanced/config.toml" }
    /// The path of the daemon's state.
    package var stateFile: String { stateHome + "/appearanced/state.json" }
    /// The path of the daemon's socket.
    package var socket: String { runtimeDirectory + "/appearanced/io.github.appearanced" }

    /// The minimal environment of a program, without any variable of this session.
    package static var plainEnvironment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return BuiltProducts.sanitizerOptions.merging(["PATH": path, "LANG": "C.UTF-8"]) { $1 }
    }

    /// Everything that leads a program here; no bus is reachable, the zone is
    /// UTC, and the journal is standard error.
    package var environment: [String: String] {
        Self.plainEnvironment.merging([
            "HOME": path,
            "XDG_CONFIG_HOME": configHome,
            "XDG_CONFIG_DIRS": path + "/etc",
            "XDG_STATE_HOME": stateHome,
            "XDG_DATA_HOME": dataHome,
            "XDG_CACHE_HOME": cacheHome,
            "XDG_RUNTIME_DIR": runtimeDirectory,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/no-session-bus",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)/no-system-bus",
            "TZ": "UTC",
            // As of a unit, so that log lines have their level.
            "JOURNAL_STREAM": ChildProcess.ownErrors,
        ]) { $1 }
    }

    /// Writes a file at one stroke, by its path from the home, with the folders it needs.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = name.hasPrefix("/") ? name : path + "/" + name
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// Writes an executable file, which can be run at once.
    @discardableResult
    package func write(program text: String, to name: String, mode: Int = 0o755) throws -> String {
        let file = try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        try Writers.haveGone(from: file)
        return file
    }

    /// Writes the daemon's configuration at one stroke.
    package func write(configuration: String) throws {
        try write(configuration, to: configurationFile)
    }
}
