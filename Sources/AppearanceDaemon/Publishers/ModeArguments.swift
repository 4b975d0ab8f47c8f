import AppearanceEngine
import AppearanceLimits
import AppearanceModel
import AppearanceProtocol
import DBus

/// Reads the arguments of D-Bus calls into events; what cannot be meant is refused by name.
enum ModeArguments {
    static func mode(_ value: DBusValue) throws(DBusError) -> Mode {
        guard case .string(let word) = value, let mode = Mode(rawValue: word) else {
            throw .invalidArgs("a mode is auto, light, dark or night, not \(quoted(value))")
        }
        return mode
    }

    /// `for` (microseconds) or `until` (a word); nil for neither.
    static func end(_ value: DBusValue) throws(DBusError) -> ModeEnd? {
        guard case .dictionary(_, _, let entries) = value else { return nil }
        var end: ModeEnd?
        for entry in entries {
            guard case .string(let key) = entry.key, case .variant(let content) = entry.value
            else { continue }
            guard end == nil else { throw .invalidArgs("for and until exclude each other") }
            switch key {
            case "for": end = try span(content)
            case "until": end = try until(content)
            default:
                throw .invalidArgs("\(quoted(entry.key)) is no option; there are for and until")
            }
        }
        return end
    }

    static func feed(_ arguments: [DBusValue]) throws(DBusError) -> Event {
        guard case .string(let source) = arguments[0], !source.isEmpty,
            Limits.isPrintable(source, within: Limits.sourceLength)
        else {
            throw .invalidArgs(
                "a source is a name of 1 to \(Limits.sourceLength) printable characters")
        }
        guard case .double(let number) = arguments[1], number <= Limits.brightestLux,
            let lux = Lux(number)
        else { throw .invalidArgs("a light level is 0 to \(Int(Limits.brightestLux)) lux") }
        return .fed(source: source, lux: lux)
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

    private static func span(_ value: DBusValue) throws(DBusError) -> ModeEnd {
        let wanted = "for is a number of microseconds (t) from 1 up to ten years"
        guard case .uint64(let count) = value else {
            throw .invalidArgs("\(wanted), not \(quoted(value))")
        }
        guard let span = Int64(exactly: count), let end = ModeEnd(lasting: Microseconds(span))
        else { throw .invalidArgs("\(wanted), not \(count)") }
        return end
    }

    private static func until(_ value: DBusValue) throws(DBusError) -> ModeEnd {
        guard case .string(let word) = value, let end = ModeEnd(until: word) else {
            throw .invalidArgs("until is next, sunrise, sunset or HH:MM, not \(quoted(value))")
        }
        return end
    }

    /// The value that was given, short enough for an error.
    private static func quoted(_ value: DBusValue) -> String {
        guard case .string(let text) = value else { return "a value of type \(value.signature)" }
        return "\"\(text.echo)\""
    }
}

/// The refusal to wait for an event that does not come.
enum NoSuchEvent {
    static func message(_ end: ModeEnd, next: WallTime?) -> String {
        let word = end.untilWord ?? "this end"
        guard let next else { return "\(word) does not come within a year; give for instead" }
        return "\(word) does not come within a day; it next does at \(next.iso8601)"
    }
}
