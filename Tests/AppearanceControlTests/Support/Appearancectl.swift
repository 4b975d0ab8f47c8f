import Foundation

/// The real program, as it was built beside these tests.
struct Appearancectl {
    /// What it left behind.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var complaint: String
    }

    private let environment: [String: String]

    /// The program in an environment of its own: this runtime directory (nil: none), UTC.
    init(in directory: RuntimeDirectory?) {
        var environment = ["TZ": "UTC", "COLUMNS": "80", "LC_ALL": "C.UTF-8"]
        environment["XDG_RUNTIME_DIR"] = directory?.path
        self.environment = environment
    }

    static func executable() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "appearancectl")
    }

    /// Runs it to its end.
    func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    func run(_ arguments: [String]) throws -> Outcome {
        try outcome(of: Running(Self.executable(), arguments, environment))
    }

    /// Runs a line of shell, in which `$0` is the program.
    func run(script: String) throws -> Outcome {
        let arguments = ["-c", script, try Self.executable().path()]
        return try outcome(of: Running(URL(filePath: "/bin/sh"), arguments, environment))
    }

    /// Starts it; it ends by itself or by `interrupt`.
    func start(_ arguments: String...) throws -> Running {
        try Running(Self.executable(), arguments, environment)
    }

    private func outcome(of running: Running) -> Outcome {
        let output = running.output.rest()
        let complaint = running.complaints.rest()
        return Outcome(status: running.end(), output: output, complaint: complaint)
    }

    /// The program while it runs.
    final class Running {
        let output: Lines
        let complaints: Lines
        private let process = Process()
        private let outputPipe = Pipe()
        private let complaintPipe = Pipe()

        init(_ executable: URL, _ arguments: [String], _ environment: [String: String]) throws {
            output = Lines(outputPipe.fileHandleForReading)
            complaints = Lines(complaintPipe.fileHandleForReading)
            process.executableURL = executable
            process.arguments = arguments
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = outputPipe
            process.standardError = complaintPipe
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        /// Waits for the end and returns the exit status.
        func end() -> Int32 {
            process.waitUntilExit()
            return process.terminationReason == .exit ? process.terminationStatus : -1
        }

        /// Ends it as Ctrl-C would.
        func interrupt() { process.interrupt() }

        /// Closes our end of its standard output, as `head -1` does.
        func stopReading() { try? outputPipe.fileHandleForReading.close() }
    }
}

/// The lines of a pipe, each waited for.
final class Lines {
    private let handle: FileHandle
    private var buffer = Data()

    init(_ handle: FileHandle) { self.handle = handle }

    /// The next line; nil at the end, or when none comes for absurdly long.
    func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[(end + 1)...])
                return line
            }
            var polled = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 20_000) > 0 else { return nil }
            let piece = handle.availableData
            guard !piece.isEmpty else { return nil }
            buffer.append(piece)
        }
    }

    /// Everything up to the end.
    func rest() -> String {
        buffer.append(handle.readDataToEndOfFile())
        return String(decoding: buffer, as: UTF8.self)
    }
}
