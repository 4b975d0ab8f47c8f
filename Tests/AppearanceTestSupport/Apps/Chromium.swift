import Foundation

/// A real Chromium with a window, and in it a page that follows.
package final class Chromium: FollowingApp {
    package let screen: Screen
    private let process: ChildProcess
    private let devTools: DevTools
    private let page: JSON

    /// Starts it; the page is loaded when this returns.
    package init(in home: TestHome, environment: [String: String]) throws {
        screen = try Screen(in: home)
        let commands = try makePipe()
        let replies = try makePipe()
        defer {
            close(commands.read)
            close(replies.write)
        }
        // The channel owns its ends also where the program cannot be started.
        devTools = DevTools(
            over: ByteChannel(reading: replies.read, writing: commands.write),
            timeout: Self.timeout)
        process = try ChildProcess(
            "chromium", Self.arguments(in: home),
            environment: environment.merging(screen.environment) { $1 },
            passing: [commands.read, replies.write])
        let target = try devTools.call(
            "Target.createTarget",
            [
                "url": "about:blank", "newWindow": true, "left": 0, "top": 0,
                "width": .integer(Int64(Screen.width)), "height": .integer(Int64(Screen.height)),
            ])
        page = try devTools.call(
            "Target.attachToTarget", ["targetId": target["targetId"], "flatten": true]
        )["sessionId"]
        try devTools.call("Page.enable", in: page)
        try devTools.call("Page.navigate", ["url": .string(FollowingPage.address)], in: page)
        try devTools.waitForEvent("Page.loadEventFired")
    }

    private static func arguments(in home: TestHome) -> [String] {
        // As root it refuses to run with its sandbox; as another user it runs as usual.
        let sandbox = getuid() == 0 ? ["--no-sandbox"] : []
        return sandbox + [
            "--remote-debugging-pipe", "--user-data-dir=\(home.path)/chromium",
            "--no-startup-window", "--no-first-run", "--no-default-browser-check",
            "--password-store=basic", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-breakpad",
        ]
    }

    package func waitUntil(itShows appearance: ShownScheme) throws {
        _ = try evaluate("until('\(appearance.rawValue)')")
    }

    package func shown() throws -> [ShownScheme] { try appearances(evaluate("shown")) }

    /// Loads another page.
    package func open(_ address: String) throws {
        try devTools.call("Page.navigate", ["url": .string(address)], in: page)
        try devTools.waitForEvent("Page.loadEventFired")
    }

    /// Emulates these media features of a desktop for the page, such as
    /// `prefers-color-scheme`.
    package func emulate(_ features: KeyValuePairs<String, String>) throws {
        let list = features.map { name, value -> JSON in
            ["name": .string(name), "value": .string(value)]
        }
        try devTools.call("Emulation.setEmulatedMedia", ["features": .array(list)], in: page)
    }

    /// The value of an expression in the page; of a promise, its result.
    package func evaluate(_ expression: String) throws -> JSON {
        let answer = try devTools.call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true],
            in: page)
        guard answer["exceptionDetails"] == .null else {
            throw HarnessFailure("\(expression): \(answer["exceptionDetails"])")
        }
        return answer["result"]["value"]
    }
}

/// The page in a browser: it receives changes, and is never reloaded.
enum FollowingPage {
    static let address = "file://" + Repository.support + "/following_page.html"
}
