internal import AppearanceModel
internal import AppearanceProtocol

/// The original values of a camera's controls, on disk before the first of them is changed.
///
/// A camera keeps its controls when a program that changed them is killed, and a video call would stay dark.
package struct CameraJournal: Equatable, Sendable {
    /// A control and its original value.
    package struct Entry: Equatable, Sendable {
        /// The number of the control, as the kernel has it.
        package let control: UInt32
        package let value: Int32

        package init(_ control: UInt32, _ value: Int32) {
            self.control = control
            self.value = value
        }
    }

    /// The name of the file in the state directory.
    package static let fileName = "camera-controls.json"
    /// The largest size of the file, in bytes.
    package static let largestFile = 8 * 1024
    /// The name of the lock in the state directory that a process has while it changes controls.
    package static let lockName = "camera.lock"

    package let camera: CameraName
    /// The controls, in the order in which they are restored.
    package let entries: [Entry]

    package init(of camera: CameraName, _ entries: [Entry]) {
        self.camera = camera
        self.entries = entries
    }

    /// Reads the text of a file; `nil` if it is invalid.
    package init?(decoding text: [UInt8]) {
        guard let json = try? JSON(decoding: text), let camera = CameraName(json["camera"]),
            let list = json["controls"]?.array, list.count <= 16
        else { return nil }
        var entries: [Entry] = []
        for entry in list {
            guard let control = entry["control"]?.integer.flatMap({ UInt32(exactly: $0) }),
                let value = entry["value"]?.integer.flatMap({ Int32(exactly: $0) })
            else { return nil }
            entries.append(Entry(control, value))
        }
        self.init(of: camera, entries)
    }

    /// The text of the file.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            camera.write(to: &writer)
            writer.name("controls")
            writer.array(entries) { writer, entry in
                writer.object {
                    $0.member("control", Int64(entry.control))
                    $0.member("value", Int64(entry.value))
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
