import AppearanceEngine
import AppearanceLimits
import AppearanceModel
import AppearanceProtocol
import DBus

/// Reads the arguments of D-Bus calls; invalid ones are refused with their name.
enum CallArguments {
    static func mode(_ value: DBusValue) throws(DBusError) -> Mode {
        guard case .string(let word) = value, let mode = Mode(rawValue: word) else {
            throw .invalidArgs("a mode is auto, light, dark or night, not \(quoted(value))")
        }
        return mode
    }

    /// Reads `for` (microseconds) or `until` (a word); `nil` for neither.
    static func end(_ value: DBusValue) throws(DBusError) -> ModeEnd? {
        guard case .dictionary(_, _, let entries) = value else { return nil }
        var end: ModeEnd?
        for entry in entries {
            guard case .string(let key) = entry.key, case .variant(let content) = entry.value
            else { continue }
            guard key == "for" || key == "until" else {
                throw .invalidArgs("\(quoted(entry.key)) is not an option; use for or until")
            }
            guard end == nil else { throw .invalidArgs("for and until exclude each other") }
            end = try key == "for" ? span(content) : until(content)
        }
        return end
    }

    /// Returns the name of a source of light.
    static func source(_ arguments: [DBusValue]) throws(DBusError) -> String {
        guard case .string(let source) = arguments[0], !source.isEmpty,
            Limits.isPrintable(source, within: Limits.sourceLength)
        else {
            throw .invalidArgs(
                "a source is a name of 1 to \(Limits.sourceLength) printable characters")
        }
        return source
    }

    static func feed(_ arguments: [DBusValue]) throws(DBusError) -> Event {
        let source = try source(arguments)
        guard case .double(let number) = arguments[1], number <= Limits.brightestLux,
            let lux = Lux(number)
        else { throw .invalidArgs("a light level is 0 to \(Int(Limits.brightestLux)) lux") }
        return .lightReported(source: source, lux: lux)
    }

    static func inhibitor(_ arguments: [DBusValue]) throws(DBusError) -> Inhibitor {
        guard case .string(let who) = arguments[0], case .string(let why) = arguments[1],
            !who.isEmpty, Limits.isPrintable(who, within: Limits.whoLength),
            Limits.isPrintable(why, within: Limits.whyLength)
        else {
            throw .invalidArgs(
                "who is a name of 1 to \(Limits.whoLength) printable characters, and why a text of"
                    + " at most \(Limits.whyLength)")
        }
        return Inhibitor(who: who, why: why)
    }

    /// Reads what a program sees of the user's presence.
    static func presence(_ arguments: [DBusValue]) throws(DBusError) -> PresenceReport {
        guard case .array(_, let holders) = arguments[0], holders.count <= Limits.holdersPerReport,
            case .dictionary(_, _, let options) = arguments[1]
        else { throw .invalidArgs("at most \(Limits.holdersPerReport) holders are reported") }
        var report = PresenceReport()
        for holder in holders {
            guard case .structure(let words) = holder, case .string(let kind)? = words.first,
                let who = words.last?.text, let holder = ChangeHolder(kind: kind, who: who)
            else {
                throw .invalidArgs(
                    "a holder is a kind, such as fullscreen, and a name of at most"
                        + " \(Limits.whoLength) printable characters; programs needs a name")
            }
            report.holders.append(holder)
        }
        for option in options {
            guard case .string(let name) = option.key,
                case .variant(.boolean(let flag)) = option.value
            else { throw .invalidArgs("an option is quiet or idle, and a boolean") }
            switch name {
            case "quiet": report.isQuiet = flag
            case "idle": report.isIdle = flag
            default: throw .invalidArgs("\(quoted(option.key)) is not an option; use quiet or idle")
            }
        }
        return report
    }

    private static func span(_ value: DBusValue) throws(DBusError) -> ModeEnd {
        let expected = "for is a number of microseconds (t) from 1 up to ten years"
        guard case .uint64(let count) = value else {
            throw .invalidArgs("\(expected), not \(quoted(value))")
        }
        guard let span = Int64(exactly: count), let end = ModeEnd(lasting: Microseconds(span))
        else { throw .invalidArgs("\(expected), not \(count)") }
        return end
    }

    private static func until(_ value: DBusValue) throws(DBusError) -> ModeEnd {
        guard case .string(let word) = value, let end = ModeEnd(until: word) else {
            throw .invalidArgs(
                "until is next, after-next, sunrise, sunset or HH:MM, not \(quoted(value))")
        }
        return end
    }

    /// Returns a given value, short enough for an error.
    private static func quoted(_ value: DBusValue) -> String {
        guard case .string(let text) = value else { return "a value of type \(value.signature)" }
        return "\"\(text.echo)\""
    }
}

/// The refusal to wait for an event that does not come.
enum NoSuchEvent {
    static func message(_ end: ModeEnd, next: WallTime?) -> String {
        let word = end.untilWord ?? "this end"
        guard let next else { return "\(word) does not come within a year; use for instead" }
        return "\(word) does not come within a day and a half; it next does at \(next.iso8601)"
    }
}

extension Rationale {
    /// The tree as `a{sv}`, with the names and units of its JSON form; `null` is left out.
    var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "appearance": .string(appearance.rawValue),
            "since": .time(since),
            "mode": .string(mode.rawValue),
            "reason": .string(reason.rawValue),
            "inputs": .array(of: "a{sv}", inputs.map(\.dbusValue)),
            "light": light.dbusValue,
        ]
        members["until"] = until.map { .time($0) }
        members["until_next"] = untilNext.map { .time($0) }
        members["dwell"] = dwell.map { dwell in
            .properties([
                "target": .string(dwell.target.rawValue),
                "elapsed_seconds": .double(dwell.elapsed.inSeconds),
                "needed_seconds": .double(dwell.needed.inSeconds),
            ])
        }
        members["by_light"] = .array(
            of: "a{sv}",
            crossings.map { crossing in
                .properties([
                    "appearance": .string(crossing.appearance.rawValue),
                    crossing.side.rawValue: .double(crossing.level),
                ])
            })
        members["next"] = next.map { next in
            .properties([
                "at": .time(next.at), "appearance": .string(next.appearance.rawValue),
                "why": .string(next.why),
            ])
        }
        return .properties(members)
    }
}

extension Rationale.Input {
    fileprivate var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "name": .string(name), "weight": .string(weight.rawValue), "why": .string(why),
        ]
        members["vote"] = vote.map { .string($0.rawValue) }
        return .properties(members)
    }
}

extension Rationale.Light {
    fileprivate var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "unit": .string(unit.rawValue),
            "thresholds": .properties([
                "dark_below": .double(thresholds.darkBelow),
                "light_above": .double(thresholds.lightAbove),
                "night_below": .double(thresholds.nightBelow),
                "night_above": .double(thresholds.nightAbove),
            ]),
        ]
        members["filtered"] = filtered.map { .double($0) }
        members["raw"] = raw.map { .double($0) }
        return .properties(members)
    }
}

extension SensorListing {
    /// The sensor as `a{sv}`, with the names and units of its JSON form; `null` is left out.
    var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "name": .string(name), "path": .string(path), "source": .string(source),
            "state": .string(state.rawValue), "chosen": .boolean(chosen),
        ]
        members["light"] = light.map { .double($0) }
        members["unit"] = unit.map { .string($0.rawValue) }
        members["problem"] = problem.map { .string($0) }
        members["age"] = age.map { .uint64(UInt64(max(0, $0.count))) }
        members["why_not"] = whyNot.map { .string($0) }
        members["unread"] = unread.map { .string($0.rawValue) }
        return .properties(members)
    }
}
