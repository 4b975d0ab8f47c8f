internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Diagnosis
internal import Linux

/// A text with fields for parts of a status, such as `{mode}`.
struct StatusFormat: Equatable {
    private enum Field: String, CaseIterable {
        case appearance, mode, reason, explanation, lux, until, next
    }

    private enum Part: Equatable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]

    /// Whether the text changes with the light.
    var showsLight: Bool { parts.contains(.field(.lux)) }

    /// Reads a text; a brace that begins no field stands for itself.
    ///
    /// - Throws: `ValidationError` if a field is unknown.
    init(_ text: String) throws {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            let isName = !name.isEmpty && name.allSatisfy { $0.isLetter && $0.isASCII }
            guard isName else {
                parts.append(.text(String(rest[...start])))
                rest = rest[rest.index(after: start)...]
                continue
            }
            guard let field = Field(rawValue: name) else {
                let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw ValidationError("{\(name)} is unknown; use \(known)")
            }
            parts += [.text(String(rest[..<start])), .field(field)]
            rest = rest[rest.index(after: end)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Returns the text for a status, as the user wrote it; an unknown value is empty.
    func text(_ status: Snapshot, now: WallTime) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): value(of: field, status, now).withoutControls
            }
        }.joined()
    }

    private func value(of field: Field, _ status: Snapshot, _ now: WallTime) -> String {
        switch field {
        case .appearance: status.appearance.rawValue
        case .mode: status.mode.rawValue
        case .reason: status.reason.rawValue
        case .explanation: status.explanation(now: now)
        case .lux: status.light.map { $0.unit == .lux ? figures($0.value) : "" } ?? ""
        case .until: status.until.map { status.text($0, now: now) } ?? ""
        case .next: status.next.map { status.text($0.at, now: now) } ?? ""
        }
    }
}

/// A status for a custom module of Waybar with `return-type` json.
///
/// https://github.com/Alexays/Waybar/wiki/Module:-Custom
enum WaybarText {
    /// The line while there is no daemon: the module is hidden.
    static let stopped = line(text: "", classes: ["stopped"], tooltip: "appearanced is not running")

    static func line(_ status: Snapshot, now: WallTime) -> [UInt8] {
        line(
            text: status.appearance.rawValue,
            classes: [status.appearance.rawValue, status.mode == .auto ? "auto" : "manual"],
            tooltip: status.explanation(now: now))
    }

    private static func line(text: String, classes: [String], tooltip: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("text", text)
            writer.member("alt", text)
            writer.name("class")
            writer.array(classes) { $0.string($1) }
            // Waybar reads it as Pango's markup.
            writer.member("tooltip", tooltip.withoutMarkup)
        }
        return writer.bytes
    }
}

extension String {
    /// The text with the characters of markup escaped, for Pango, SVG and HTML.
    var withoutMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
