/// The output and the status of a program that has exited.
package struct FinishedProcess: Sendable {
    package let status: ExitStatus
    package let output: String
    package let errors: String
}

extension ChildProcess {
    /// Runs a program to its end.
    package static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String],
        directory: String? = nil, input: String? = nil, within timeout: Duration = timeout
    ) throws -> FinishedProcess {
        let process = try ChildProcess(
            program, arguments, environment: environment, directory: directory,
            keepsInput: input != nil)
        if let input { try process.write(line: input) }
        let status = try process.expectExit(within: timeout)
        return FinishedProcess(
            status: status, output: process.text(on: .output), errors: process.text(on: .errors))
    }
}
