package import AppearanceModel

extension DesktopSetting {
    /// Returns the way in which the setting is read in a session; `nil` without a home.
    package func source(in session: DesktopSession) -> SettingSource? {
        switch source {
        case .program(let command): .programs([command])
        case .kconfig: .files(session.plasmaPaths)
        case .file(let path, _, _): session.configHome.map { .files(["\($0)/\(path)"]) }
        }
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
