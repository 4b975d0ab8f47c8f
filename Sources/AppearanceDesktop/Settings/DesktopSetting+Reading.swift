package import AppearanceModel

extension DesktopSetting {
    /// Returns the way in which the setting is read in a session; `nil` without a home.
    package func source(in session: DesktopSession) -> SettingSource? {
        switch source {
        case .program(let command): .programs([command])
        case .kconfig: .files(session.plasmaPaths)
        case .file(let path, _, _): session.files(path).first.map { .files([$0]) }
        }
    }

    /// Returns the way in which the setting is changed in a session; `nil` without a home.
    package func change(to value: String, in session: DesktopSession) -> SettingChange? {
        if let command = writing(value) { return .programs([command]) }
        guard case .file(let path, let group, let key) = source,
            let path = session.files(path).first
        else { return nil }
        return .file(path, group: group, key: key, value: value)
    }

    /// Returns whether texts can be read: a program prints a value, or fails.
    package func isRead(in texts: [String]) -> Bool {
        if case .program = source { value(in: texts) != nil } else { true }
    }

    /// Returns the value in the texts of its source; `nil` for none.
    package func value(in texts: [String]) -> String? {
        switch source {
        case .program: texts.first.flatMap(value(fromAnswer:))
        case .kconfig: KDEGlobals(texts).value(of: self)
        case .file(_, let group, let key):
            SettingsText.value(key, in: group, of: texts.first ?? "")
        }
    }

    /// Returns the value in the texts of its source with its tone; without texts it is not set.
    package func state(
        in texts: [String], _ configuration: DesktopSettings
    ) -> SettingFollower.State {
        let value = value(in: texts)
        if case .kconfig = source {
            return .init(value: value, tone: KDEGlobals(texts).tone(of: self, configuration))
        }
        return .init(
            value: value, tone: value.map { tone(of: $0, configuration) } ?? toneIfUnset)
    }
}
