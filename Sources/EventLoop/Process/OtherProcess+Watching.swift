package import Linux

extension OtherProcess {
    /// Calls `ended` once, when the process ends; not after this object is released.
    package borrowing func watchEnd(
        on loop: EventLoop, _ ended: @escaping () -> Void
    ) throws(IOError) -> IOSource {
        try loop.watch(rawValue, for: .readable) { _ in ended() }
    }
}
