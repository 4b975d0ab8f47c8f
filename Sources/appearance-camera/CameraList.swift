internal import CVideo
internal import CameraLight
internal import Glibc
internal import Linux

/// The cameras of the machine.
enum CameraList {
    private static let folder = "/sys/class/video4linux"

    /// The paths of all devices of Video4Linux2, in the order of their numbers.
    private static var paths: [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        let numbers = names.compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { "/dev/video\($0)" }
    }

    /// Opens the camera of a path, or of a name as the camera has it; for an empty text the first that can measure
    /// light.
    static func open(
        _ device: String, _ journal: JournalFile
    ) throws(CameraError) -> (camera: Camera, grab: Grab) {
        if device.hasPrefix("/") {
            let camera = try Camera(device)
            return (camera, try Grab(of: camera, journal))
        }
        // One that delivers GREY may show infrared light; it is used only where no other can be.
        var greys: [(Camera, Grab)] = []
        var failure: CameraError?
        for path in paths {
            do throws(CameraError) {
                let camera = try Camera(path)
                guard device.isEmpty || camera.name.card == device else { continue }
                let grab = try Grab(of: camera, journal)
                if !grab.isGrey { return (camera, grab) }
                greys.append((camera, grab))
            } catch {
                // A device may be there for data about the pictures alone.
                if case .missing = error { continue }
                if error != .refused(path, Camera.noPictures) { failure = failure ?? error }
            }
        }
        if let first = greys.first { return first }
        throw failure ?? .missing(device)
    }

    /// Opens the camera of this identity; `nil` if it is not plugged in.
    ///
    /// - Throws: `CameraError` if one that may be it cannot be opened.
    static func open(_ name: CameraName) throws(CameraError) -> Camera? {
        var failure: CameraError?
        for path in paths {
            do throws(CameraError) {
                let camera = try Camera(path)
                guard camera.name == name else { continue }
                if camera.control(VIDEO_EXPOSURE_AUTO, "") != nil { return camera }
                failure = failure ?? .gone(path, Errno(rawValue: EIO))
            } catch {
                if error != .refused(path, Camera.noPictures) { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Whether a camera can be unplugged, or a device that it is part of, as far as the kernel knows.
    static func isRemovable(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let start = File.resolved("\(folder)/\(name)")
        for folder in sequence(first: start, next: { $0 == "/" ? nil : Path.directory(of: $0) }) {
            // A camera of a display is fixed in it, and unplugged with it.
            if File.text(of: "\(folder)/removable", limit: 64)?.hasPrefix("removable") == true {
                return true
            }
        }
        return false
    }
}
