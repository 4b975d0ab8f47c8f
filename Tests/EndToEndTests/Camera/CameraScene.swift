import AppearanceTestSupport
import Foundation

/// The real program before a camera that is not there.
struct CameraScene {
    let home: TestHome
    let testbed: SensorTestbed
    let camera: TestCamera
    private let isPatient: Bool

    /// Creates the scene with attributes of the camera's stand-in; whether the program waits ten times as long for
    /// pictures, as it has to on a busy machine.
    init(
        isRemovable: Bool = false, isPatient: Bool = true, _ options: [String: JSON] = [:]
    ) throws {
        self.isPatient = isPatient
        home = try TestHome()
        testbed = try SensorTestbed()
        camera = try TestCamera(in: testbed, isRemovable: isRemovable, options)
    }

    /// The environment of the program.
    var environment: [String: String] {
        let environment = home.environment.merging(testbed.environment) { $1 }
        return isPatient ? camera.slowing(environment) : environment
    }

    /// Runs the program to its end.
    func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.camera, arguments,
            environment: self.environment.merging(environment) { $1 })
    }

    /// Starts the program.
    func start(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.camera, arguments,
            environment: self.environment.merging(environment) { $1 })
    }

    /// The journal of the original values.
    var journal: String { home.stateHome + "/appearanced/camera-controls.json" }

    /// Whether there are original values to restore.
    var hasJournal: Bool { FileManager.default.fileExists(atPath: journal) }

    /// The controls of the stand-in before any program has changed them.
    static let originals: [String: JSON] = [
        TestCamera.Control.auto.rawValue: 3, TestCamera.Control.exposure.rawValue: 250,
        TestCamera.Control.gain.rawValue: 64,
    ]
}
