import Foundation

/// Clocks of a program's own, ahead of the machine's or behind them, that a test sets while it runs.
///
/// An alarm goes by these clocks as they are when it is set; what a later change makes overdue is
/// seen at the program's next turn, as after a suspend.
package final class SkewedClocks: Sendable {
    private let home: TestHome
    private let library: String

    /// Makes clocks that show the machine's time, or that of another day; needs a C compiler.
    package init(wall: Int64 = 0) throws {
        home = try TestHome()
        library = try PreloadedLibrary.compile("skewed_clocks", in: home)
        try retrying("mkfifo") { mkfifo(file + ".bell", 0o600) }
        try write(boot: 0, wall: wall)
    }

    private var file: String { home.path + "/clocks" }

    /// The environment for a program with these clocks, beside other preloaded libraries.
    package func environment(preloading others: String...) -> [String: String] {
        ["LD_PRELOAD": ([library] + others).joined(separator: ":"), "SKEWED_CLOCKS": file]
    }

    /// Sets the wall clock this number of seconds ahead of the machine's.
    package func setWallClock(ahead seconds: Int64) throws {
        try write(boot: 0, wall: seconds)
        try ring()
    }

    /// Lets so many seconds pass in which the machine is suspended; whether the kernel tells it
    /// by the wall clock's jump, as it does.
    package func suspend(for seconds: Int64, isTold: Bool = true) throws {
        try write(boot: seconds, wall: seconds)
        if isTold { try ring() }
    }

    /// Lets so many seconds pass by every clock, as for a program that was stopped meanwhile.
    package func pass(_ seconds: Int64) throws {
        try write(boot: seconds, wall: seconds, monotonic: seconds)
    }

    private func write(boot: Int64, wall: Int64, monotonic: Int64 = 0) throws {
        let bytes = withUnsafeBytes(of: (boot, wall, monotonic)) { Array($0) }
        let descriptor = try retrying("open") { open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor)
    }

    private func ring() throws {
        let descriptor = try retrying("open the bell") {
            open(file + ".bell", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        defer { close(descriptor) }
        try writeAll([1], to: descriptor)
    }
}
