import Glibc

/// Functions of glibc that its Swift module leaves out, because they are GNU extensions.
enum GNU {
    typealias FileActions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    /// The C function `pipe2`.
    static let makePipe = function(
        "pipe2", as: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
    /// The C function `accept4`.
    static let accept = function(
        "accept4",
        as: (@convention(c) (
            Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
        ) -> Int32).self)
    /// The C function `posix_spawn_file_actions_addclosefrom_np`.
    static let addCloseFrom = function(
        "posix_spawn_file_actions_addclosefrom_np",
        as: (@convention(c) (FileActions, Int32) -> Int32).self)
    /// The C function `posix_spawn_file_actions_addchdir_np`.
    static let addChangeDirectory = function(
        "posix_spawn_file_actions_addchdir_np",
        as: (@convention(c) (FileActions, UnsafePointer<CChar>) -> Int32).self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let symbol = dlsym(nil, name) else {
            preconditionFailure("this C library has no \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}
