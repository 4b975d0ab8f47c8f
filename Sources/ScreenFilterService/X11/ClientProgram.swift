internal import LinuxIO

/// A program that is a client of the X server, until it ends.
///
/// The server tells of a client's end only when it has something else to tell, so the kernel is asked.
final class ClientProgram {
    /// `redshift (process 4242)`.
    let words: String
    private let process: OtherProcess
    private var source: IOSource?

    /// Nil for one that has ended.
    init?(_ number: Int32, on loop: EventLoop, _ ended: @escaping () -> Void) {
        guard let process = try? OtherProcess(number) else { return nil }
        self.process = process
        words = "\(OtherFilters.name(of: number) ?? "another program") (process \(number))"
        source = try? self.process.watchEnd(on: loop, ended)
    }

    deinit { source = nil }
}
