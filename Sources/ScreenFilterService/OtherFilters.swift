internal import AppearanceDesktop
internal import EventLoop
internal import Linux

/// Other known programs that change the colours of the screen.
enum OtherFilters {
    /// Returns the names of those that run on a Wayland display, given by the path of its socket.
    static func running(at socketPath: String) -> [String] {
        let numbers = ((try? Directory.names(in: "/proc")) ?? []).compactMap { Int32($0) }
        let found = numbers.compactMap { number -> String? in
            guard let name = name(of: number), NightLight.otherPrograms.contains(name) else {
                return nil
            }
            return isOnDisplay(at: socketPath, number) ? name : nil
        }
        return Set(found).sorted()
    }

    /// Returns whether a process was started on the Wayland display of a socket.
    ///
    /// In the unit's user namespace the kernel hides the environment of processes outside; then
    /// every process of the user counts, as a user usually has one display.
    private static func isOnDisplay(at socketPath: String, _ process: Int32) -> Bool {
        do throws(IOError) {
            let bytes = try File.read("/proc/\(process)/environ", limit: 1 << 20)
            return display(in: bytes) == socketPath
        } catch {
            return error.errno == .permissionDenied
                && File.owner(of: "/proc/\(process)") == CurrentProcess.userID
        }
    }

    /// Returns the Wayland socket that an environment names; `nil` if it names none.
    private static func display(in bytes: [UInt8]) -> String? {
        let entries = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        func variable(_ name: String) -> String? {
            entries.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        // The default of libwayland.
        let display = variable("WAYLAND_DISPLAY") ?? "wayland-0"
        if display.hasPrefix("/") { return display }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/\(display)" }
    }

    /// Returns the name of a process; `nil` if it has exited.
    static func name(of process: Int32) -> String? {
        guard let bytes = try? File.read("/proc/\(process)/stat", limit: 4096) else { return nil }
        // Number, name in parentheses, state: proc(5).
        let words = String(decoding: bytes, as: UTF8.self).split(separator: ")", maxSplits: 1)
        guard words.count == 2, let bracket = words[0].firstIndex(of: "(") else { return nil }
        // A zombie has released its resources.
        guard !words[1].hasPrefix(" Z"), !words[1].hasPrefix(" X") else { return nil }
        return String(words[0][words[0].index(after: bracket)...])
    }
}

/// The process of a client of the X server.
///
/// The server reports a disconnect only with its next event, so the kernel is watched instead.
final class ClientProgram {
    /// The program in a sentence: `redshift (process 4242)`.
    let text: String
    private let process: OtherProcess
    private var source: IOSource?

    /// Watches a process; `nil` if it has exited.
    init?(_ number: Int32, on loop: EventLoop, _ ended: @escaping () -> Void) {
        guard let process = try? OtherProcess(number) else { return nil }
        self.process = process
        text = "\(OtherFilters.name(of: number) ?? "another program") (process \(number))"
        source = try? loop.watch(self.process.rawValue, for: .readable) { _ in ended() }
    }

    deinit { source = nil }
}
