import AppearanceModel
import AppearanceTestSupport
import Foundation
import LightSensors

/// Attributes of a device as plain files in a folder of a test's own.
final class DeviceFolder {
    private let home: TestHome
    var path: String { home.path + "/device" }

    init(_ attributes: [String: String] = [:]) throws {
        home = try TestHome()
        try FileManager.default.createDirectory(
            atPath: home.path + "/device", withIntermediateDirectories: true)
        for (attribute, text) in attributes { try set(attribute, to: text) }
    }

    /// Gives an attribute a new text at one stroke.
    func set(_ attribute: String, to text: String) throws {
        try home.write(text, to: "device/" + attribute)
    }

    /// Makes reading an attribute end in EIO.
    func failWithIOError(_ attribute: String) throws {
        unlink("\(path)/\(attribute)")
        guard symlink("/proc/self/mem", "\(path)/\(attribute)") == 0 else {
            throw HarnessFailure("symlink \(attribute)")
        }
    }

    /// Makes opening an attribute wait for `release`.
    func hang(_ attribute: String) throws {
        unlink("\(path)/\(attribute)")
        guard mkfifo("\(path)/\(attribute)", 0o600) == 0,
            link("\(path)/\(attribute)", "\(home.path)/\(attribute)-hanging") == 0
        else { throw HarnessFailure("mkfifo \(attribute)") }
    }

    /// Releases a reader that hangs in opening it, with a text to read; false if there is none.
    func release(_ attribute: String, with text: String = "") -> Bool {
        let writer = open("\(home.path)/\(attribute)-hanging", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard writer >= 0 else { return false }
        let count = write(writer, text, text.utf8.count)
        close(writer)
        return count == text.utf8.count
    }

    /// The channel that these attributes make.
    func channel() throws -> IIOChannel? {
        IIOChannel(in: path, attributes: try attributes())
    }

    /// The same as a reader takes it.
    func lightChannel() throws -> LightChannel? { try channel().map(LightChannel.iio) }

    private func attributes() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path))
    }
}
