/// A stand-in for Hyprland, which reports the colour matrices that it receives.
package final class FakeHyprland: Sendable {
    private let process: ChildProcess
    /// The environment with which a program finds it.
    package let environment = ["WAYLAND_DISPLAY": "wayland-hyprland"]

    /// Starts it; if it is blocked, another client controls its matrices.
    ///
    /// With ramps, it stands in for a compositor that has those in place of matrices.
    package init(
        in home: TestHome, outputs: Int = 1, isBlocked: Bool = false, hasRamps: Bool = false
    ) throws {
        process = try ChildProcess(
            Python.system,
            [
                Repository.support + "/hyprland_server.py",
                home.runtimeDirectory + "/wayland-hyprland", String(outputs),
            ] + (isBlocked ? ["blocked"] : []) + (hasRamps ? ["ramps"] : []),
            environment: home.environment, keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Waits for a commit and returns the matrix of each output, in row order.
    package func waitForMatrices() throws -> [String: [Double]] {
        try JSON(parsing: process.waitForLine(containing: "\"matrices\""))["matrices"].members
            .mapValues { $0.items.compactMap(\.number) }
    }

    /// Waits for ramps, and returns the name of their output.
    package func waitForRamps() throws -> String {
        try JSON(parsing: process.waitForLine(containing: "\"ramps\""))["ramps"].string ?? ""
    }

    /// Removes the last output, as when a screen is unplugged, and waits until the client has released it.
    package func unplug() throws {
        try process.write(line: "unplug")
        try process.waitForLine(containing: "\"released\"")
    }

    /// Switches the screens off or on, as for DPMS; they have no matrices then.
    package func switchScreens(on isOn: Bool) throws {
        try process.write(line: isOn ? "on" : "off")
    }

    /// Closes the connection of each client.
    package func hangUp() throws { try process.write(line: "hang up") }

    /// Waits until the matrices are restored.
    package func waitForReset() throws {
        try process.waitForLine(containing: "\"reset\"")
    }
}
