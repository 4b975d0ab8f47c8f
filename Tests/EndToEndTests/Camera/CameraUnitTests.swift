import AppearanceTestSupport
import Testing

/// The unit of the camera as it is installed, under a real user's manager, on a machine without a camera.
@Suite(.bounded, .requires(.userManager)) struct CameraUnitTests {
    private static let unit = "appearance-camera"

    @Test func `the unit of the camera starts only when it is enabled, and can do its work`() throws
    {
        let manager = try SystemdInstallation.manager()
        try manager.succeed("systemctl --user enable --now appearanced")
        #expect(try manager.run("systemctl --user is-enabled \(Self.unit)").output == "disabled")
        #expect(try manager.run("systemctl --user is-active \(Self.unit)").output == "inactive")
        try manager.succeed("systemctl --user enable --now \(Self.unit)")
        // It has reached the daemon, which needs a level, has read its configuration and written its state.
        try manager.waitForJournal(
            "--user --unit \(Self.unit)",
            containing: "no light from a camera: there is no camera")
        try manager.succeed(
            "until grep -q '\"grabs\":0' ~/.local/state/appearanced/camera.json; do sleep 0.1; done"
        )
        #expect(try manager.run("systemctl --user is-active \(Self.unit)").output == "active")
        try manager.succeed("systemctl --user stop \(Self.unit)")
        let result = try manager.run("systemctl --user show --value --property=Result \(Self.unit)")
        #expect(result.output == "success")
    }
}
