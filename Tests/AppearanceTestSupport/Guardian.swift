/// A process beside the tests that kills and removes what they leave behind, however they end.
///
/// `deinit` clears up after a test; this clears up after a crash, a kill, or a value that is held
/// for as long as the tests run.
enum Guardian {
    private static let input: Int32? = try? SpawnedProcess(
        Repository.support + "/guardian", arguments: ["guardian"],
        environment: ["PATH": "/usr/bin:/bin"], directory: nil, keepsInput: true, passing: []
    ).input

    static func watch(group: Int32) { say("group \(group)") }
    static func forget(group: Int32) { say("ended \(group)") }
    static func watch(home: String) { say("home \(home)") }
    static func forget(home: String) { say("gone \(home)") }

    /// A line this short is written at one stroke, so lines of several threads never mix.
    private static func say(_ line: String) {
        guard let input else { return }
        try? writeAll(Array((line + "\n").utf8), to: input)
    }
}
