internal import CameraLight
internal import Glibc

/// The memory of a picture, shared with the driver, and overwritten at the end.
final class PictureBuffer {
    private let memory: UnsafeMutableRawBufferPointer

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    deinit {
        clear()
        munmap(memory.baseAddress, memory.count)
    }

    /// Overwrites the picture.
    func clear() { memory.initializeMemory(as: UInt8.self, repeating: 0) }

    /// Returns the light of the picture of so many bytes; `nil` if that is not a whole one.
    func light(_ layout: PictureLight.Layout, bytes: Int) -> PictureLight? {
        guard min(bytes, memory.count) >= layout.bytes else { return nil }
        return memory.withMemoryRebound(to: UInt8.self) { PictureLight($0.span, layout) }
    }
}
