import Foundation

/// Devices that are not there, by umockdev, which only works in a process it was preloaded into.
final class Testbed {
    private let library: UnsafeMutableRawPointer
    private let testbed: OpaquePointer

    // Its directory is in the environment, which libudev and the kernel's stand-in read.
    init() throws {
        guard let library = dlopen("libumockdev.so.0", RTLD_NOW) else { throw Missing() }
        self.library = library
        typealias New = @convention(c) () -> OpaquePointer?
        guard let symbol = dlsym(library, "umockdev_testbed_new"),
            let testbed = unsafeBitCast(symbol, to: New.self)()
        else { throw Missing() }
        self.testbed = testbed
    }

    deinit {
        typealias Unref = @convention(c) (OpaquePointer) -> Void
        if let symbol = dlsym(library, "g_object_unref") {
            unsafeBitCast(symbol, to: Unref.self)(testbed)
        }
    }

    struct Missing: Error {}

    /// Adds a device with an event `add`; returns its path.
    func add(
        _ name: String, subsystem: String, parent: String? = nil,
        attributes: [String] = [], properties: [String] = []
    ) -> String {
        typealias Strings = UnsafePointer<UnsafeMutablePointer<CChar>?>
        typealias Add =
            @convention(c) (
                OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>?,
                Strings, Strings
            ) -> UnsafeMutablePointer<CChar>?
        let path = withStrings(attributes) { attributes in
            withStrings(properties) { properties in
                function("umockdev_testbed_add_devicev", Add.self)(
                    testbed, subsystem, name, parent, attributes, properties)
            }
        }
        defer { free(path) }
        return path.map { String(cString: $0) } ?? ""
    }

    /// Sends an event of a device.
    func tell(_ action: String, of path: String) {
        typealias Tell =
            @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
        function("umockdev_testbed_uevent", Tell.self)(testbed, path, action)
    }

    /// Removes a device without an event.
    func remove(_ path: String) {
        typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
        function("umockdev_testbed_remove_device", Remove.self)(testbed, path)
    }

    func setAttribute(_ name: String, of path: String, to value: String) {
        typealias Set =
            @convention(c) (
                OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
            ) -> Void
        function("umockdev_testbed_set_attribute", Set.self)(testbed, path, name, value)
    }

    private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, name), to: type)
    }
}

/// Hands strings to C as an array that ends with a null pointer.
private func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
}
