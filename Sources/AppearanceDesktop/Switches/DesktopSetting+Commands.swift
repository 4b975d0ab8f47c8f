// How each setting is read, written and given back. The programs are the desktops' own, so that
// whoever listens to a change hears of it: no file of theirs is written here.

internal import AppearanceModel

extension DesktopSetting {
    /// How a setting is read.
    package enum Reading: Hashable, Sendable {
        /// By a program; `DesktopSetting.value(fromAnswer:)` understands what it says.
        case program(DesktopCommand)
        /// From the texts of `kdeglobals`; `KDEGlobals` says where they lie, and understands them.
        case kdeglobals
    }

    /// How it is read.
    package var reading: Reading {
        switch place {
        case .gsettings(let schema, let key): .program(Self.gsettings(["get", schema, key]))
        case .kdeglobals: .kdeglobals
        case .xfconf(let channel, let property):
            .program(Self.xfconf(["-c", channel, "-p", property]))
        }
    }

    /// The value in what the reading program wrote to its standard output; nil for none.
    package func value(fromAnswer answer: String) -> String? {
        let lines = answer.split(whereSeparator: \.isNewline)
        switch place {
        case .gsettings: return lines.first.flatMap { GVariantText.string(String($0)) }
        case .kdeglobals: return nil
        case .xfconf: return lines.count == 1 ? String(lines[0]) : nil
        }
    }

    /// Whether the reading program failed only because nothing has been set yet.
    package func isUnset(byComplaint complaint: String) -> Bool {
        switch place {
        case .gsettings, .kdeglobals: false
        // `Property "/Net/ThemeName" does not exist on channel "xsettings".`, which the channel's
        // absence is told like.
        case .xfconf(let channel, let property):
            (complaint.holds(property) || complaint.holds(channel))
                && complaint.holds("does not exist")
        }
    }

    /// What gives it a value.
    package func writing(_ value: String) -> DesktopCommand {
        switch place {
        case .gsettings(let schema, let key):
            Self.gsettings(["set", schema, key, GVariantText.quoted(value)])
        case .kdeglobals:
            self == .kdeLookAndFeel
                ? Self.plasma("plasma-apply-lookandfeel", ["--apply", value])
                : Self.plasma("plasma-apply-colorscheme", [value])
        case .xfconf(let channel, let property):
            // What is there keeps its type, and what is not becomes a text.
            Self.xfconf(["-c", channel, "-p", property, "-n", "-t", "string", "-s", value])
        }
    }

    /// What says the value that holds where nobody has set any; nil where no program does.
    package var defaultReading: DesktopCommand? {
        switch place {
        case .gsettings(let schema, let key):
            Self.gsettings(["get", schema, key], environment: ["GSETTINGS_BACKEND": "memory"])
        case .kdeglobals, .xfconf: nil
        }
    }

    /// What takes back that there is any value of the user's.
    package var unsetting: DesktopCommand {
        switch place {
        case .gsettings(let schema, let key): Self.gsettings(["reset", schema, key])
        // Plasma's colours are many keys, which only another scheme replaces whole.
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
