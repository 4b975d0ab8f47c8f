internal import AppearanceKit
internal import CGLib

/// A style sheet of GTK 4 on the default display, made of parts with names.
///
/// It is loaded once in the next iteration of the main loop, before anything is laid out, however many parts
/// have changed: GTK parses all of it, and styles every widget again.
@MainActor final class GtkStyleSheet {
    private let provider: UnsafeMutableRawPointer
    private var parts: [String: Part] = [:]
    /// The parts of the loaded text, each with the number of bytes before it.
    private var loaded: [(name: String, start: Int)] = []
    private var pendingLoad: UInt32 = 0
    private let report: @MainActor (_ part: String, _ message: String) -> Void

    /// Adds the style sheet to the default display.
    ///
    /// - Throws: `AppearanceError` without GTK 4 or a display.
    init(
        _ report: @escaping @MainActor (_ part: String, _ message: String) -> Void
    ) throws(AppearanceError) {
        guard let provider = cglib_add_styles() else { throw .noDisplay }
        self.provider = provider
        self.report = report
        let failed: cglib_parse_error = { _, section, error, data in
            guard let section, let start = gtk_css_section_get_start_location(section)?.pointee,
                let message = error?.pointee.message
            else { return }
            nonisolated(unsafe) let data = data
            let text = String(cString: message)
            MainActor.assumeIsolated {
                GtkStyleSheet.at(data)?.receiveError(text, at: Int(clamping: start))
            }
        }
        cglib_watch_styles(provider, failed, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        if pendingLoad != 0 { cglib_remove_source(pendingLoad) }
        cglib_remove_styles(provider)
    }

    /// A part of the sheet.
    enum Part: Equatable {
        /// Any text.
        case text(String)
        /// The declarations of the class of the part's name.
        case rule(declarations: String)
    }

    /// A part; `nil` for none.
    subscript(_ name: String) -> Part? {
        get { parts[name] }
        set {
            guard parts[name] != newValue else { return }
            parts[name] = newValue
            scheduleLoad()
        }
    }

    private func scheduleLoad() {
        guard pendingLoad == 0 else { return }
        let body: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { GtkStyleSheet.at(data)?.load() }
            return 0
        }
        // The sheet removes the source before it ends.
        pendingLoad = cglib_add_call(body, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    /// Loads the changed parts.
    private func load() {
        pendingLoad = 0
        var text = ""
        loaded = []
        let parts = parts.sorted { $0.key < $1.key }
        for (index, (name, part)) in parts.enumerated() {
            loaded.append((name, text.utf8.count))
            switch part {
            case .text(let own): text += own + "\n"
            case .rule(let declarations):
                text += "." + name
                // Equal declarations of neighbours are parsed once; the order of the rules stays.
                let next = index + 1 < parts.count ? parts[index + 1] : nil
                let isShared =
                    next?.value == part && Self.isPlain(name)
                    && next.map { Self.isPlain($0.key) } == true
                text += isShared ? "," : " { \(declarations) }\n"
            }
        }
        cglib_load_styles(provider, text)
    }

    /// Whether a class has a name of its own and no other selector, which could be invalid.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.first.map { !(48...57).contains($0) && $0 != UInt8(ascii: "-") } == true
            && name.utf8.allSatisfy {
                switch $0 {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    private func receiveError(_ message: String, at byte: Int) {
        guard let part = loaded.last(where: { $0.start <= byte }) else { return }
        report(part.name, message)
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> GtkStyleSheet? {
        data.map { Unmanaged<GtkStyleSheet>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A check of the declarations of a rule, so that those of one class leave the others alone.
struct GtkDeclarations {
    let text: String

    /// Whether braces, strings and comments end where they should.
    var isClosed: Bool {
        var depth = 0
        var quote: UInt8?
        var isComment = false
        var previous: UInt8 = 0
        for byte in text.utf8 {
            defer { previous = byte }
            if isComment {
                guard previous == UInt8(ascii: "*"), byte == UInt8(ascii: "/") else { continue }
                isComment = false
                previous = 0
            } else if let open = quote {
                if byte == open, previous != UInt8(ascii: "\\") { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"): depth -= 1
                case UInt8(ascii: "*"): isComment = previous == UInt8(ascii: "/")
                default: break
                }
                guard depth >= 0 else { return false }
            }
        }
        return depth == 0 && quote == nil && !isComment
    }
}
