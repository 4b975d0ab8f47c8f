import Glibc

/// A fake `/sys` with fake devices (umockdev), for a program started with `environment`.
package final class SensorTestbed: Sendable {
    /// The folder of the fake files; the program sees `root + "/sys"` as `/sys`.
    package let root: String
    let home: TestHome
    private let process: ChildProcess
    private let failingReads: String?

    /// Makes an empty testbed.
    ///
    /// With `failingReads`, `fail` can answer any error; it needs a C compiler.
    package init(failingReads: Bool = false) throws {
        home = try TestHome()
        self.failingReads =
            failingReads ? try PreloadedLibrary.compile("failing_reads", in: home) : nil
        let surroundings = ["LD_PRELOAD": Self.preload, "TMPDIR": home.path]
        process = try ChildProcess(
            Python.system, [Repository.support + "/testbed.py"],
            environment: TestHome.plainEnvironment.merging(surroundings) { $1 },
            keepsInput: true)
        let line = try process.waitForLine(containing: "root")
        root = try JSON(parsing: line)["root"].string ?? ""
    }

    /// The library that makes a program see a testbed.
    package static let preload = "libumockdev-preload.so.0"

    /// The environment for a program that uses this testbed.
    package var environment: [String: String] {
        let libraries = [failingReads, Self.preload].compactMap { $0 }.joined(separator: ":")
        return ["UMOCKDEV_DIR": root, "LD_PRELOAD": libraries]
    }

    /// Adds a device and sends an event; returns its syspath.
    @discardableResult
    package func add(
        _ name: String, subsystem: String = "iio", parent: String? = nil,
        attributes: [String: String], properties: [String: String] = [:]
    ) throws -> String {
        let reply = try request([
            "do": "add", "subsystem": .string(subsystem), "name": .string(name),
            "parent": parent.map(JSON.string) ?? .null,
            "attributes": .object(attributes.mapValues(JSON.string)),
            "properties": .object(properties.mapValues(JSON.string)),
        ])
        return reply["path"].string ?? ""
    }

    /// Adds a device of the fixtures with its parents, its errors too; returns its syspath.
    @discardableResult
    package func add(_ device: IIODevice) throws -> String {
        var parts = device.sysfsPath.split(separator: "/").map(String.init)
        let name = parts.removeLast()
        var parent: String?
        if device.sysfsPath.hasPrefix("/sys/devices/") {
            for part in parts.dropFirst(2) {
                parent = try add(part, subsystem: "acpi", parent: parent, attributes: [:])
            }
        }
        var texts: [String: String] = [:]
        var errors: [String: String] = [:]
        for (attribute, value) in device.attributes {
            switch value {
            case .text(let text): texts[attribute] = text
            case .error(let error):
                texts[attribute] = ""
                errors[attribute] = error
            }
        }
        let known = ["SUBSYSTEM", "DEVPATH"]
        let path = try add(
            name, subsystem: device.subsystem, parent: parent, attributes: texts,
            properties: device.properties.filter { !known.contains($0.key) })
        for (attribute, error) in errors {
            guard let number = FailingReads.numbers[error] else {
                throw HarnessFailure("no number for \(error) of \(device.name)")
            }
            try fail(path, attribute, with: number)
        }
        return path
    }

    /// Sets the text of an attribute without an event; the next read returns it.
    package func set(_ device: String, _ attribute: String, to text: String) throws {
        try request(
            ["do": "set"], device, ["attribute": .string(attribute), "text": .string(text)])
    }

    /// Makes reading an attribute end in EIO, as after a dead controller.
    package func failWithIOError(_ device: String, _ attribute: String) throws {
        try request(
            ["do": "symlink"], device,
            ["attribute": .string(attribute), "target": "/proc/self/mem"])
    }

    /// Makes reading (or opening) an attribute end in any error; needs `failingReads`.
    package func fail(
        _ device: String, _ attribute: String, with error: Int32, whenOpening: Bool = false
    ) throws {
        guard failingReads != nil else {
            throw HarnessFailure("this testbed was made without failingReads")
        }
        try request(
            ["do": "fail"], device,
            [
                "attribute": .string(attribute), "call": whenOpening ? "open" : "read",
                "error": .integer(Int64(error)),
            ])
    }

    /// Takes `fail` back.
    package func heal(_ device: String, _ attribute: String) throws {
        try request(["do": "heal"], device, ["attribute": .string(attribute)])
    }

    /// Makes a read of an attribute wait until `set` gives it a value again; with
    /// `whenOpening` the opening waits already.
    package func hang(_ device: String, _ attribute: String, whenOpening: Bool = false) throws {
        try request(
            ["do": "fifo"], device,
            ["attribute": .string(attribute), "writer": .bool(!whenOpening)])
    }

    /// Returns a watch of each read of an attribute.
    package func reads(of device: String, _ attribute: String) throws -> ReadWatch {
        try ReadWatch(of: "\(root)\(device)/\(attribute)")
    }

    /// Takes an attribute away.
    package func unlink(_ device: String, _ attribute: String) throws {
        try request(["do": "unlink"], device, ["attribute": .string(attribute)])
    }

    /// Changes the permissions of an attribute; root can always read it.
    package func chmod(_ device: String, _ attribute: String, to mode: Int) throws {
        try request(
            ["do": "chmod"], device,
            ["attribute": .string(attribute), "mode": .integer(Int64(mode))])
    }

    /// Sends an event: `add`, `change` or `remove`.
    package func uevent(_ device: String, _ action: String) throws {
        try request(["do": "uevent"], device, ["action": .string(action)])
    }

    /// Unplugs a device: the event, then its files.
    package func remove(_ device: String) throws { try request(["do": "remove"], device) }

    /// Takes a device's files away without any event.
    package func vanish(_ device: String) throws { try request(["do": "vanish"], device) }

    /// So many removals and additions at once, in events only.
    package func storm(_ device: String, count: Int) throws {
        try request(["do": "storm"], device, ["count": .integer(Int64(count))])
    }

    @discardableResult
    func request(
        _ request: [String: JSON], _ device: String? = nil, _ more: [String: JSON] = [:]
    ) throws -> JSON {
        var request = request.merging(more) { $1 }
        if let device { request["device"] = .string(device) }
        try process.write(line: JSON.object(request).text)
        let reply = try JSON(parsing: process.waitForLine(containing: "{"))
        if let error = reply["error"].string { throw HarnessFailure("testbed: \(error)") }
        return reply
    }
}

/// The errors that the preloaded library can produce.
enum FailingReads {
    static let numbers: [String: Int32] = [
        "EIO": EIO, "EINVAL": EINVAL, "ENODEV": ENODEV, "ENXIO": ENXIO, "EBUSY": EBUSY,
        "EAGAIN": EAGAIN, "ETIMEDOUT": ETIMEDOUT, "EACCES": EACCES, "ENOENT": ENOENT,
    ]
}
