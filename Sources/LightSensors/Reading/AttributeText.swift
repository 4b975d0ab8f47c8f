import Linux

/// The content of an attribute, with the fault that a failure to read it is.
enum AttributeText {
    /// Reads it, however long that takes; a file that has gone with its device is a device gone.
    static func read(_ path: String) -> Result<[UInt8], SensorReadError> {
        switch SysfsAttribute.read(path) {
        case .success(let content): .success(content)
        case .failure(.noSuchFile) where !File.exists(folder(of: path)):
            .failure(.failed(.noSuchDevice))
        case .failure(let errno): .failure(.failed(errno))
        }
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
