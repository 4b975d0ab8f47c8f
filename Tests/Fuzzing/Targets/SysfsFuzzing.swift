import AppearanceModel
import Glibc
import LightSensors

/// With any attributes of a sensor, the light is in range or missing.
///
/// The bytes are the raw value, the scale and the offset, cut by NUL bytes.
enum SysfsFuzzing {
    private static let names = [
        "in_illuminance_raw", "in_illuminance_scale", "in_illuminance_offset",
    ]
    fileprivate static let directory = AttributeDirectory(names)
    private static let channel = IIOChannel(in: directory.path, attributes: Set(names))

    static func flaw(in bytes: [UInt8]) -> String? {
        guard let channel else { return "no light among \(names)" }
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        for index in names.indices {
            directory.write(index < parts.count ? parts[index] : [], to: index)
        }
        _ = channel.oddity()
        guard case .success(let lux) = channel.read() else { return nil }
        return (0...200_000).contains(lux.value) ? nil : "\(lux.value) lux"
    }
}

/// A directory of attributes in memory, as sysfs is, which goes with the process.
private struct AttributeDirectory: Sendable {
    let path: String
    private let files: [String]
    private let descriptors: [CInt]

    init(_ names: [String]) {
        var template = Array("/tmp/fuzz.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary directory") }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.path = path
        files = names.map { "\(path)/\($0)" }
        descriptors = files.map { open($0, O_RDWR | O_CREAT, 0o600) }
        atexit { SysfsFuzzing.directory.remove() }
    }

    func remove() {
        for file in files { unlink(file) }
        rmdir(path)
    }

    func write(_ content: ArraySlice<UInt8>, to index: Int) {
        let count = content.withUnsafeBytes {
            pwrite(descriptors[index], $0.baseAddress, $0.count, 0)
        }
        guard count == content.count, ftruncate(descriptors[index], off_t(count)) == 0
        else { fatalError("cannot write to \(path)") }
    }
}
