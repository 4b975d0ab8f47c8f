internal import CLinux
internal import Glibc

/// The user's language: the translations of gettext, and the forms of numbers and times.
///
/// The process keeps the locale *C*, so that numbers in files and messages have a point in every country.
package struct UserLanguage: Sendable {
    /// The domain of the catalogs, which are `LANGUAGE/LC_MESSAGES/appearanced.mo`.
    private static let domain = "appearanced"

    /// The locale of the environment.
    private let ownLocale = EnvironmentLocale()

    /// The locale of the environment; `nil` if the C library has none of this name.
    private var locale: locale_t? { ownLocale.pointer }

    /// The language of the environment, by `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///
    /// The catalogs are in `../share/locale` from the folder of the program, or in `TEXTDOMAINDIR`, which the
    /// programs of gettext read too.
    package init(_ environment: (String) -> String?) {
        let program = File.linkTarget("/proc/self/exe") ?? ""
        let prefix = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        let folder = environment("TEXTDOMAINDIR").flatMap { $0.isEmpty ? nil : $0 }
        bindtextdomain(Self.domain, folder ?? prefix + "/share/locale")
        bind_textdomain_codeset(Self.domain, "UTF-8")
    }

    /// Returns the translation of an English text; the text itself if there is none.
    package func text(_ english: String) -> String {
        // That of the empty text is the header of the catalog.
        guard !english.isEmpty else { return english }
        return inLocale {
            english.withCString { english in
                dcgettext(Self.domain, english, LC_MESSAGES).map { String(cString: $0) }
            }
        } ?? english
    }

    /// Returns the translation of a text for a number, in the plural form that the language has for it.
    package func text(_ one: String, _ other: String, count: Int) -> String {
        inLocale {
            one.withCString { one in
                other.withCString { other in
                    dcngettext(Self.domain, one, other, UInt(count.magnitude), LC_MESSAGES)
                        .map { String(cString: $0) }
                }
            }
        } ?? (count == 1 ? one : other)
    }

    /// Calls a function of gettext, which goes by the locale of the thread.
    private func inLocale<Result>(_ body: () -> Result?) -> Result? {
        guard let locale else { return nil }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        return body()
    }

    // MARK: Numbers and times

    /// The decimal point.
    package var decimalPoint: String { information(RADIXCHAR) ?? "." }

    /// The separator of thousands.
    package var groupSeparator: String { information(THOUSEP) ?? "," }

    /// Returns a time of day as the country writes it: `16:02`, `4:02 PM`.
    package func clock(hour: Int, minute: Int) -> String {
        var time = tm()
        (time.tm_hour, time.tm_min) = (Int32(hour), Int32(minute))
        return text(of: time, clockFormat) ?? "\(padded(hour)):\(padded(minute))"
    }

    /// Returns a date in figures as the country writes it: `05.12.2026`, `12/05/2026`.
    package func date(year: Int, month: Int, day: Int) -> String {
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (
            Int32(year - 1900), Int32(month - 1), Int32(day)
        )
        return text(of: time, dateFormat) ?? "\(year)-\(padded(month))-\(padded(day))"
    }

    private func text(of time: tm, _ format: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            var time = time
            guard let locale, let start = buffer.baseAddress,
                strftime_l(start, buffer.count, format, &time, locale) > 0
            else { return nil }
            return String(cString: start)
        }
    }

    private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// The locale's format of dates; that of *C* has only two figures of the year.
    private var dateFormat: String {
        let format = information(D_FMT) ?? ""
        return format == "%m/%d/%y" ? "%Y-%m-%d" : format
    }

    /// The locale's format of times without the seconds.
    private var clockFormat: String {
        Self.clockFormat(information(T_FMT) ?? "", of12Hours: information(T_FMT_AMPM) ?? "")
    }

    /// Returns a format of strftime(3) without its seconds; `%H:%M` if more is left than these can do without.
    package static func clockFormat(_ format: String, of12Hours: String) -> String {
        let format = format == "%r" ? of12Hours : format
        var result = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                result.append(character)
                continue
            }
            switch rest.popFirst() {
            case "T": result += "%H:%M"
            case "S": if let last = result.last, ":. ".contains(last) { result.removeLast() }
            // The hour of 12 has no leading zero in a sentence.
            case "I", "l": result += "%-I"
            case let directive?: result += "%\(directive)"
            case nil: break
            }
        }
        let known = ["%H:%M", "%H.%M", "%-I:%M %p", "%p %-I:%M", "%-H:%M", "%k:%M"]
        return known.contains(result) ? result : "%H:%M"
    }

    /// Returns an item of nl_langinfo(3); `nil` if it is empty.
    private func information(_ item: some BinaryInteger) -> String? {
        guard let locale, let text = nl_langinfo_l(nl_item(item), locale) else { return nil }
        return text.pointee == 0 ? nil : String(cString: text)
    }
}

/// The locale of the environment, freed with its last owner.
private final class EnvironmentLocale: Sendable {
    /// `nil` if the C library has no locale of this name.
    nonisolated(unsafe) let pointer: locale_t?

    init() { pointer = environment_locale() }

    deinit { if let pointer { freelocale(pointer) } }
}
