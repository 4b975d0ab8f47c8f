import Foundation

/// The real iio-sensor-proxy before a testbed's sensors, on a system bus of the test's own.
package final class SensorProxy: Sendable {
    /// The udev properties of a sensor that it reads.
    package static let properties = ["IIO_SENSOR_PROXY_TYPE": "iio-poll-als"]

    /// The program in the folders of the distributions, which are not in PATH.
    static let program = ["/usr/sbin", "/usr/libexec", "/usr/lib", "/usr/lib/iio-sensor-proxy"]
        .map { $0 + "/iio-sensor-proxy" }
        .first { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }

    private let process: ChildProcess

    /// Starts it; it is on the bus, with its sensors found, when this returns.
    package init(on bus: PrivateBus, before testbed: SensorTestbed) throws {
        guard let program = Self.program else { throw HarnessFailure("no iio-sensor-proxy") }
        let environment = TestHome.plainEnvironment.merging(bus.environment) { $1 }
        process = try ChildProcess(
            program, environment: environment.merging(testbed.environment) { $1 })
        try BusClient(
            environment: environment, on: .system, name: FakeSensorProxy.name,
            path: FakeSensorProxy.path, interface: FakeSensorProxy.name
        ).waitForOwner()
    }

    /// Kills it, so that it cannot close its connections.
    package func kill() throws {
        process.signal(9)
        try process.expectExit()
    }
}
