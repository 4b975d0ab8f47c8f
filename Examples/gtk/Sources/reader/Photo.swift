import AppearanceKit
import CGtk

/// A photo of an evening sky, which an app would read from a file.
enum Photo {
    private static let (width, height) = (240, 120)

    private static let original: [UInt8] = (0..<height).flatMap { row in
        (0..<width).flatMap { column -> [UInt8] in
            let isSun = (row - 80) * (row - 80) + (column - 120) * (column - 120) < 400
            return isSun
                ? [255, 220, 120] : [UInt8(row * 2), UInt8(60 + row / 2), UInt8(200 - row)]
        }
    }

    /// The pixels as they are, or at night in shades of the tint.
    static func pixels(in traits: Traits) -> [UInt8] {
        var bytes = original
        if traits.appearance == .night {
            let filter = NightFilter(tint: traits.nightStyle.tint)
            do { try filter.apply(to: &bytes, width: width, height: height, .rgb) } catch {
                fatalError("the size of the photo is wrong: \(error)")
            }
        }
        return bytes
    }

    static func texture(in traits: Traits) -> OpaquePointer {
        let data = g_bytes_new(pixels(in: traits), gsize(width * height * 3))
        defer { g_bytes_unref(data) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(width), Int32(height), GDK_MEMORY_R8G8B8, data, gsize(width * 3))
        else { fatalError("GTK made no texture") }
        return texture
    }
}
