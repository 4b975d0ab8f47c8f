// A page in the terminal that is redrawn when the desktop changes, with its own choice that
// it remembers. Keys, each followed by Return: f (follow the system), l, d, n; q ends it.

import AppearanceKit
import Glibc

@main
struct Terminal {
    static func main() throws {
        let app = try AppAppearance(id: "io.github.appearanced.example.terminal")
        let drawing = app.root.observe { traits in draw(traits, app.choice) }
        let naming = app.observeChoice { choice in draw(app.root.traits, choice) }
        defer {
            drawing.cancel()
            naming.cancel()
        }
        let keys: [Character: AppearanceOverride] = [
            "f": .followSystem, "l": .light, "d": .dark, "n": .night,
        ]
        var polled = [STDIN_FILENO, app.fileDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&polled, nfds_t(polled.count), -1) > 0 {
            if polled[1].revents != 0 { app.process() }
            guard polled[0].revents != 0 else { continue }
            for key in typed() {
                if key == "q" { return }
                if let choice = keys[key] { app.choice = choice }
            }
            if let error = app.saveError {
                print("  \(error)")
                fflush(nil)
            }
        }
    }

    /// The next line of input; "q" at its end.
    static func typed() -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : "q"
    }

    static func draw(_ traits: Traits, _ choice: AppearanceOverride) {
        let lines: [(String, SemanticColor)] = [
            ("  The Reader", .accent),
            ("  It is \(traits.appearance.rawValue) here (\(choice.displayName)).", .text),
            ("  f follow  l light  d dark  n night  q quit", .text),
        ]
        if isatty(STDOUT_FILENO) != 0 { print("\u{1B}[2J\u{1B}[H", terminator: "") }
        for (text, color) in lines {
            let padding = String(repeating: " ", count: max(0, 50 - text.count))
            print(traits.painted(text + padding, color, on: .ground))
        }
        fflush(nil)
    }
}
