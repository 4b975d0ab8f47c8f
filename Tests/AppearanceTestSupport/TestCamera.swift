/// A camera in a testbed, whose pictures follow from the light and its controls
/// (Tests/Support/camera_double.py).
package struct TestCamera: Sendable {
    /// The numbers of its controls.
    package enum Control: String, Sendable {
        case auto = "10094849"
        case exposure = "10094850"
        case gain = "9963795"
    }

    /// The camera at one moment.
    package struct State: Sendable {
        /// The values of the controls, by their numbers.
        package let controls: [String: JSON]
        /// The requests so far, or since `hold`, by their names without `VIDIOC_`.
        package let requests: [String]
        package let pictures: Int64
        package let isStreaming: Bool
        package let width: Int64
    }

    private let testbed: SensorTestbed
    private let name: String
    /// The library for a program that measures with it.
    ///
    /// A grab has a second for all pictures. Each request passes through two processes here, of which a busy
    /// machine may run neither for as long.
    private let slowClock: String

    /// Plugs one in; the options are attributes of the stand-in, such as `["light": 300]`.
    package init(
        in testbed: SensorTestbed, name: String = "video0", isRemovable: Bool = false,
        _ options: [String: JSON] = [:]
    ) throws {
        (self.testbed, self.name) = (testbed, name)
        slowClock = try PreloadedLibrary.compile("slow_clock", in: testbed.home)
        try request(
            "add", options.merging(["removable": isRemovable ? "removable" : "fixed"]) { $1 })
    }

    /// Returns the environment with a slow clock, for a program that measures with this camera.
    package func slowing(_ environment: [String: String]) -> [String: String] {
        environment.merging(["LD_PRELOAD": slowClock]) { "\($0):\($1)" }
    }

    /// Changes attributes of the stand-in.
    package func set(_ options: [String: JSON]) throws { try request("set", options) }

    /// Sets a control, as another program does.
    package func set(_ control: Control, to value: Int64) throws {
        try set(["control": [control.rawValue: .integer(value)]])
    }

    /// Answers requests with an error from now on.
    package func fail(_ requests: String..., with error: Int32) throws {
        let faults = requests.map { ($0, JSON.integer(Int64(error))) }
        try set(["faults": .object(Dictionary(faults) { $1 })])
    }

    package func state() throws -> State {
        let state = try request("state")
        var controls: [String: JSON] = [:]
        if case .object(let members) = state["controls"] { controls = members }
        return State(
            controls: controls, requests: state["requests"].items.compactMap(\.string),
            pictures: state["pictures"].integer ?? 0, isStreaming: state["streaming"] == true,
            width: state["width"].integer ?? 0)
    }

    /// Counts requests from now on, and never answers the one after so many others, which has its effect.
    package func hold(after count: Int?) throws {
        try request("hold", ["after": count.map { .integer(Int64($0)) } ?? .null])
    }

    /// Waits for the request that is not answered, and returns its name; `nil` if there is none in time.
    package func waitForHeld(within seconds: Int64 = 30) throws -> String? {
        try request("held", ["timeout": .integer(seconds)])["held"].string
    }

    /// Answers that request after all.
    package func answer() throws { try request("answer") }

    /// Unplugs it: every request fails, and its device is gone.
    package func unplug() throws { try request("unplug") }

    @discardableResult
    private func request(_ verb: String, _ arguments: [String: JSON] = [:]) throws -> JSON {
        try testbed.request(
            arguments.merging(["do": "camera", "verb": .string(verb), "name": .string(name)]) {
                $1
            })
    }
}
