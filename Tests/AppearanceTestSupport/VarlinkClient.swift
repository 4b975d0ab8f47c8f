/// A foreign varlink client, on the reference library: one call, or a subscription.
package final class VarlinkClient: Sendable {
    private let process: ChildProcess

    /// Calls a method with `more`; `waitForReply` returns the replies.
    package init(
        streaming method: String, _ parameters: JSON = [:], at socket: String,
        environment: [String: String] = TestHome.plainEnvironment
    ) throws {
        process = try ChildProcess(
            Python.withVarlink, Self.arguments(socket, method, parameters) + ["--more"],
            environment: environment)
    }

    /// The next reply, or the next for which a condition holds.
    @discardableResult
    package func waitForReply(
        within timeout: Duration = ChildProcess.timeout,
        where matches: (JSON) -> Bool = { _ in true }
    ) throws -> JSON {
        let line = try process.waitForLine("a reply", within: timeout) {
            matches(try JSON(parsing: $0))
        }
        return try JSON(parsing: line)
    }

    /// Every reply so far, for tests that count.
    package func replies() throws -> [JSON] {
        try process.text().split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    /// The client's process, to stop, go on or kill.
    package var client: ChildProcess { process }

    /// Calls a method once: the reply's parameters, or `{"error": name, "parameters": {…}}`.
    package static func call(
        _ method: String, _ parameters: JSON = [:], at socket: String,
        environment: [String: String] = TestHome.plainEnvironment
    ) throws -> JSON {
        let run = try ChildProcess.run(
            Python.withVarlink, arguments(socket, method, parameters), environment: environment)
        guard let line = run.output.split(separator: "\n").first else {
            throw HarnessFailure("no reply to \(method):\n\(run.errors)")
        }
        return try JSON(parsing: String(line))
    }

    private static func arguments(_ socket: String, _ method: String, _ parameters: JSON)
        -> [String]
    {
        let method = method.contains(".") ? method : "io.github.appearanced." + method
        return [
            Repository.support + "/varlink_client.py", "unix:\(socket)", method, parameters.text,
        ]
    }
}
