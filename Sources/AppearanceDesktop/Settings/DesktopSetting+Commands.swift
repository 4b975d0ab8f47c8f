// How each setting is read, written and restored. The programs are the desktops' own, so that all
// listeners are notified; none of the desktops' files is written directly.

internal import AppearanceModel

extension DesktopSetting {
    /// The way in which a setting is read.
    package enum Source: Hashable, Sendable {
        /// By a program, whose output `DesktopSetting.value(fromAnswer:)` reads.
        case program(DesktopCommand)
        /// From the texts of `kdeglobals`, which `KDEGlobals` finds and reads.
        case kdeglobals
    }

    /// The way in which the setting is read.
    package var source: Source {
        switch place {
        case .gsettings(let schema, let key): .program(Self.gsettings(["get", schema, key]))
        case .kdeglobals: .kdeglobals
        case .xfconf(let channel, let property):
            .program(Self.xfconf(["-c", channel, "-p", property]))
        }
    }

    /// Returns the value in the output of the reading program; `nil` for none.
    package func value(fromAnswer answer: String) -> String? {
        let lines = answer.split(whereSeparator: \.isNewline)
        switch place {
        case .gsettings: return lines.first.flatMap { GVariantText.string(String($0)) }
        case .kdeglobals: return nil
        case .xfconf: return lines.count == 1 ? String(lines[0]) : nil
        }
    }

    /// Returns whether the reading program failed only because nothing has been set yet.
    package func isUnset(byComplaint complaint: String) -> Bool {
        switch place {
        case .gsettings, .kdeglobals: false
        // `Property "/Net/ThemeName" does not exist on channel "xsettings".`; a missing channel is
        // reported in the same way.
        case .xfconf(let channel, let property):
            (complaint.holds(property) || complaint.holds(channel))
                && complaint.holds("does not exist")
        }
    }

    /// Returns the command that sets a value.
    package func writing(_ value: String) -> DesktopCommand {
        switch place {
        case .gsettings(let schema, let key):
            Self.gsettings(["set", schema, key, GVariantText.quoted(value)])
        case .kdeglobals:
            self == .kdeLookAndFeel
                ? Self.plasma("plasma-apply-lookandfeel", ["--apply", value])
                : Self.plasma("plasma-apply-colorscheme", [value])
        case .xfconf(let channel, let property):
            // An existing property keeps its type, and a new one becomes a string.
            Self.xfconf(["-c", channel, "-p", property, "-n", "-t", "string", "-s", value])
        }
    }

    /// The command that prints the default value; `nil` if no program does.
    package var defaultReading: DesktopCommand? {
        switch place {
        case .gsettings(let schema, let key):
            Self.gsettings(["get", schema, key], environment: ["GSETTINGS_BACKEND": "memory"])
        case .kdeglobals, .xfconf: nil
        }
    }

    /// The command that resets the setting to its default.
    package var unsetting: DesktopCommand {
        switch place {
        case .gsettings(let schema, let key): Self.gsettings(["reset", schema, key])
        // Plasma's colours are many keys, which only another scheme replaces as a whole.
        case .kdeglobals:
            writing(
                self == .kdeLookAndFeel
                    ? KDEGlobals.builtInLookAndFeel : KDEGlobals.builtInColorScheme)
        case .xfconf(let channel, let property):
            Self.xfconf(["-c", channel, "-p", property, "-r"])
        }
    }

    private static func gsettings(
        _ arguments: [String], environment: [String: String] = [:]
    ) -> DesktopCommand {
        .gsettings(arguments, environment: environment, schemas: "gsettings-desktop-schemas")
    }

    private static func plasma(_ program: String, _ arguments: [String]) -> DesktopCommand {
        DesktopCommand(
            program, arguments, withoutDisplay: ["QT_QPA_PLATFORM": "offscreen"], isPlasmas: true,
            packages: ["plasma-workspace"])
    }

    private static func xfconf(_ arguments: [String]) -> DesktopCommand {
        DesktopCommand(
            "xfconf-query", arguments, environment: ["LC_ALL": "C.UTF-8"],
            packages: ["xfconf", "libxfconf-0-3"])
    }
}
