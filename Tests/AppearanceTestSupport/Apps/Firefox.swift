/// A real Firefox with a window, and in it a page that follows.
package final class Firefox: FollowingApp {
    /// Its name in PATH: Debian's is the one with long support.
    static let program = ["firefox-esr", "firefox"].first { Requirement.executable($0) != nil }

    package let screen: Screen
    private let process: ChildProcess
    private let marionette: Marionette

    /// Starts it; the page is loaded when this returns.
    package init(in home: TestHome, environment: [String: String]) throws {
        guard let program = Self.program else { throw HarnessFailure("no Firefox in PATH") }
        screen = try Screen(in: home)
        try home.write(Self.preferences, to: "firefox/user.js")
        process = try ChildProcess(
            program, ["--marionette", "--no-remote", "--profile", home.path + "/firefox"],
            environment: environment.merging(screen.environment) { $1 }.merging([
                "GDK_BACKEND": "x11", "MOZ_ENABLE_WAYLAND": "0", "MOZ_CRASHREPORTER_DISABLE": "1",
                "GSETTINGS_BACKEND": "memory",
            ]) { $1 })
        let listening = "Listening on port "
        let line = try process.waitForLine(containing: listening, within: Self.timeout)
        guard let port = line.split(separator: " ").last.flatMap({ UInt16($0) }) else {
            throw HarnessFailure("no port in “\(line)”")
        }
        marionette = try Marionette(port: port, timeout: Self.timeout)
        try marionette.command("WebDriver:NewSession")
        try marionette.command(
            "WebDriver:SetTimeouts", ["script": .integer(Int64(Self.timeout.inSeconds * 1000))])
        try marionette.command(
            "WebDriver:SetWindowRect",
            [
                "x": 0, "y": 0, "width": .integer(Int64(Screen.width)),
                "height": .integer(Int64(Screen.height)),
            ])
        try marionette.command("WebDriver:Navigate", ["url": .string(FollowingPage.address)])
    }

    /// Any port, and no telemetry, prompts or downloads.
    private static let preferences = """
        user_pref("marionette.port", 0);
        user_pref("remote.log.level", "Info");
        user_pref("app.normandy.enabled", false);
        user_pref("app.update.enabled", false);
        user_pref("browser.aboutwelcome.enabled", false);
        user_pref("browser.safebrowsing.update.enabled", false);
        user_pref("browser.shell.checkDefaultBrowser", false);
        user_pref("browser.startup.page", 0);
        user_pref("browser.tabs.warnOnClose", false);
        user_pref("datareporting.healthreport.uploadEnabled", false);
        user_pref("datareporting.policy.dataSubmissionEnabled", false);
        user_pref("extensions.update.enabled", false);
        user_pref("network.captive-portal-service.enabled", false);
        user_pref("network.connectivity-service.enabled", false);
        user_pref("services.settings.server", "data:,");
        user_pref("toolkit.telemetry.enabled", false);
        """

    /// Loads another page.
    package func open(_ address: String) throws {
        try marionette.command("WebDriver:Navigate", ["url": .string(address)])
    }

    /// The value of an expression in the page, as a text.
    package func evaluate(_ expression: String) throws -> String? {
        try run("ExecuteScript", "return String(\(expression))")
    }

    package func waitUntil(itShows appearance: ShownScheme) throws {
        try keep("until('\(appearance.rawValue)')")
    }

    /// Waits until more contrast is requested of the page, or no longer.
    package func waitUntil(itShowsMoreContrast contrast: Bool) throws {
        try keep("untilContrast(\(contrast))")
    }

    /// Whether more contrast is requested of the page.
    package func showsMoreContrast() throws -> Bool {
        try run("ExecuteScript", "return `${contrast.matches}`") == "true"
    }

    package func shown() throws -> [ShownScheme] {
        try appearances(JSON(parsing: run("ExecuteScript", "return JSON.stringify(shown)") ?? ""))
    }

    /// Waits until a promise of the page is fulfilled.
    private func keep(_ promise: String) throws {
        _ = try run("ExecuteAsyncScript", "\(promise).then(() => arguments[0]('kept'))")
    }

    /// Runs a script among the page's own, in no sandbox; the text that it returns.
    private func run(_ command: String, _ script: String) throws -> String? {
        try marionette.command(
            "WebDriver:" + command, ["script": .string(script), "args": [], "sandbox": nil]
        )["value"].string
    }
}
