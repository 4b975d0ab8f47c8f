package import AppearanceModel

/// The state in one whole sentence for a window or a tray: the cause, and what will change it.
///
/// The engine's own explanation is made of English parts, which nobody can translate.
package enum StateSentence: Equatable, Sendable {
    /// Light decides, and more of it makes the desktop light.
    case roomBecomesLight(LightReading, above: Double)
    /// Light decides, and less of it makes the desktop dark.
    case roomBecomesDark(LightReading, below: Double)
    /// Light decides, and less of it begins the night.
    case roomBecomesNight(LightReading, below: Double)
    /// Light decides, and more or less of it changes the appearance.
    case roomBecomesLightOrNight(LightReading, above: Double, below: Double)
    /// Light decides, and more of it ends the night.
    case roomLeavesNight(LightReading, above: Double)
    /// Light decides, and no level of it alone changes the appearance.
    case roomKeeps(LightReading)
    /// Light decides that another program or a person reports; `nil` for an unknown time of the report.
    case reported(LightReading, by: String, at: WallTime?, until: WallTime)
    /// The schedule decides; `nil` for a phase whose begin is unknown.
    case scheduled(since: WallTime?, next: NextChange?)
    /// The user chose the appearance.
    case chosen(until: WallTime?)
    /// The user paused automatic changes.
    case paused(until: WallTime?)
    /// A program inhibits changes; `nil` for one whose name is unknown.
    case inhibited(by: Inhibitor?)
    /// The light asks for a change, which comes if it lasts.
    case changing(NextChange)
    /// A change is due, and waits.
    case waiting(Appearance, ChangeWait)
    /// The appearance stays until the sensor has been checked.
    case checking
    /// The schedule decides until the sensor has been checked.
    case scheduledWhileChecking
    /// The sensor sends nothing, and its last level decides.
    case silent
    /// The schedule decides, as the sensor sends nothing that can be believed.
    case scheduledWithoutSensor
    /// Light decides, and its level is unknown.
    case byLight
    /// The daemon does not run.
    case notRunning
}

extension StateSentence {
    /// Returns the sentence in a language.
    package func text(_ format: PageFormatter) -> String {
        let tr = format.tr
        switch self {
        case .roomBecomesLight(let light, let above):
            return tr("The room has %1$s. It becomes light above %2$s.")
                .filled(format.room(light), format.level(above, light.unit))
        case .roomBecomesDark(let light, let below):
            return tr("The room has %1$s. It becomes dark below %2$s.")
                .filled(format.room(light), format.level(below, light.unit))
        case .roomBecomesNight(let light, let below):
            return tr("The room has %1$s. It becomes night below %2$s.")
                .filled(format.room(light), format.level(below, light.unit))
        case .roomBecomesLightOrNight(let light, let above, let below):
            return tr("The room has %1$s. It becomes light above %2$s and night below %3$s.")
                .filled(
                    format.room(light), format.level(above, light.unit),
                    format.level(below, light.unit))
        case .roomLeavesNight(let light, let above):
            return tr("The room has %1$s. It becomes dark again above %2$s.")
                .filled(format.room(light), format.level(above, light.unit))
        case .roomKeeps(let light): return tr("The room has %s.").filled(format.room(light))
        case .reported(let light, let source, let at?, let until):
            return tr("%1$s reported %2$s at %3$s; that counts until %4$s.")
                .filled(
                    source, format.level(light.value, light.unit), format.time(at),
                    format.time(until))
        case .reported(let light, let source, nil, let until):
            return tr("%1$s reports %2$s; that counts until %3$s.")
                .filled(source, format.level(light.value, light.unit), format.time(until))
        case .scheduled(let since, let next): return scheduleText(since, next, format)
        case .chosen(let until?):
            return tr("You chose it; automatic again at %s.").filled(format.time(until))
        case .chosen(nil): return tr("You chose it, until you change it.")
        case .paused(let until?): return tr("Paused until %s.").filled(format.time(until))
        case .paused(nil): return tr("Paused until you turn the pause off.")
        case .inhibited(let program?):
            return tr("%1$s keeps it: %2$s.").filled(program.who, program.why)
        case .inhibited(nil): return tr("A program keeps it.")
        case .waiting(let appearance, let wait):
            return "\(boundText(appearance, wait.atMost, format)) \(wait.cause.text(format))"
        case .changing(let change): return changeText(change, format)
        case .checking:
            return tr("The light sensor is being checked; until then it stays as it was.")
        case .scheduledWhileChecking:
            return tr("The light sensor is being checked; until then the sun and the clock decide.")
        case .silent: return tr("The light sensor is silent; its last level still counts.")
        case .scheduledWithoutSensor:
            return tr("The light sensor does not work; the sun and the clock decide.")
        case .byLight: return tr("The light in the room decides.")
        case .notRunning: return tr("The service is not running.")
        }
    }

    private func scheduleText(
        _ since: WallTime?, _ next: NextChange?, _ format: PageFormatter
    ) -> String {
        let tr = format.tr
        guard let since else {
            guard let next else { return tr("By the sun and the clock.") }
            let template =
                switch next.appearance {
                case .light: tr("By the sun and the clock; light at %s.")
                case .dark: tr("By the sun and the clock; dark at %s.")
                case .night: tr("By the sun and the clock; night at %s.")
                }
            return template.filled(format.time(next.at))
        }
        let begun = format.time(since)
        guard let next else { return tr("By the sun and the clock since %s.").filled(begun) }
        let template =
            switch next.appearance {
            case .light: tr("By the sun and the clock since %1$s; light at %2$s.")
            case .dark: tr("By the sun and the clock since %1$s; dark at %2$s.")
            case .night: tr("By the sun and the clock since %1$s; night at %2$s.")
            }
        return template.filled(begun, format.time(next.at))
    }

    private func boundText(
        _ appearance: Appearance, _ atMost: WallTime, _ format: PageFormatter
    ) -> String {
        let tr = format.tr
        let template =
            switch appearance {
            case .light: tr("It becomes light at %s at the latest.")
            case .dark: tr("It becomes dark at %s at the latest.")
            case .night: tr("It becomes night at %s at the latest.")
            }
        return template.filled(format.time(atMost))
    }

    private func changeText(_ change: NextChange, _ format: PageFormatter) -> String {
        let tr = format.tr
        let template =
            switch change.appearance {
            case .light: tr("The light has changed: light at %s unless it changes back.")
            case .dark: tr("The light has changed: dark at %s unless it changes back.")
            case .night: tr("The light has changed: night at %s unless it changes back.")
            }
        return template.filled(format.time(change.at))
    }
}

extension WaitCause {
    /// Returns the sentence about a change that waits.
    fileprivate func text(_ format: PageFormatter) -> String {
        let tr = format.tr
        switch kind {
        case .fullscreen where who.isEmpty:
            return tr("That waits while a program fills the screen.")
        case .fullscreen: return tr("That waits while %s fills the screen.").filled(who)
        case .gamemode where who.isEmpty: return tr("That waits while a game runs.")
        case .gamemode, .programs: return tr("That waits while %s runs.").filled(who)
        case .inhibitors where who.isEmpty:
            return tr("That waits while a program asks for no interruption.")
        case .inhibitors: return tr("That waits while %s asks for no interruption.").filled(who)
        case .screencast: return tr("That waits while the screen is shared.")
        case .input: return tr("That waits for a pause of the keyboard and the pointer.")
        case .use: return tr("That waits until the desktop is idle.")
        case .unlocked: return tr("That waits until the screen is locked.")
        case .start: return tr("That waits until the programs in use are known.")
        }
    }
}
