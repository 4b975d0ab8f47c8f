import AppearanceLimits
import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

/// Real programs beside a real loop.
@Suite(.bounded, .withExitTests) struct ChildProcessTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    private func shell(
        _ script: String, environment: [String: String] = [:],
        timeout: Duration = .seconds(60), limitBytes: Int = 64 * 1024
    ) throws -> ChildOutcome {
        var outcome: ChildOutcome?
        try ChildProcess.start(
            ChildProgram(
                "sh", ["-c", script], environment: environment, timeout: timeout,
                limitBytes: limitBytes),
            on: loop
        ) { outcome = $0 }
        try loop.turn { outcome != nil }
        return try #require(outcome)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `output, error output and exit code are reported`() throws {
        let outcome = try shell("echo said; echo failed >&2; exit 3")
        #expect(outcome.ending == .exited(3))
        #expect(text(outcome.output) == "said\n")
        #expect(text(outcome.errorOutput) == "failed\n")
        #expect(!outcome.isSuccess)
    }

    @Test func `a terminating signal is reported`() throws {
        #expect(try shell("kill -SEGV $$").ending == .killed(signal: SIGSEGV))
    }

    @Test func `a missing program is reported`() throws {
        let failure = #expect(throws: IOError.self) {
            try ChildProcess.start(
                ChildProgram("no-such-program", timeout: .seconds(1)), on: loop
            ) { _ in }
        }
        #expect(failure?.errno == .noSuchFile)
        #expect(failure?.description.contains("no-such-program") == true)
    }

    @Test func `a file that must not run is not called missing`() throws {
        let folder = TemporaryDirectory()
        folder.write("#!/bin/sh\n", to: "plain")
        let failure = #expect(throws: IOError.self) {
            try ProgramPath.find("plain", in: "/nowhere:" + folder.path)
        }
        #expect(failure?.errno == .permissionDenied)
    }

    @Test(arguments: [
        ("sh", "/nowhere:/bin", "/bin/sh"), ("./sh", "/bin", "./sh"), ("/x/y", "/bin", "/x/y"),
        // A folder is not a program, and an empty entry is the working directory.
        ("bin", "/:/nowhere", nil), ("no-such-program", "", nil),
    ])
    func `the first executable program in PATH is run`(
        name: String, folders: String, path: String?
    ) {
        #expect((try? ProgramPath.find(name, in: folders)) == path)
    }

    @Test func `a child has no input and inherits no descriptors`() throws {
        let open = try shell(
            "cat; for number in $(seq 0 40); do [ -e /proc/$$/fd/$number ] && echo $number; done")
        #expect(text(open.output).split(separator: "\n").map(String.init) == ["0", "1", "2"])
    }

    /// A service ignores SIGPIPE and blocks the signals of its loop; a child must inherit neither.
    @Test func `a child has the default signal settings`() throws {
        let source = try loop.signal(SIGUSR1) {}
        signal(SIGXFSZ, SIG_IGN)
        defer { signal(SIGXFSZ, SIG_DFL) }
        let outcome = try shell("grep -E '^Sig(Blk|Ign)' /proc/self/status")
        // The two above 31 are the C library's own.
        let masks = text(outcome.output).split(separator: "\n").compactMap { line in
            UInt64(line.split(separator: "\t")[1], radix: 16).map { $0 & 0x7FFF_FFFF }
        }
        #expect(masks == [0, 0])
        withExtendedLifetime(source) {}
    }

    @Test func `a child has its own process group`() throws {
        // The number of the process, and the fifth field, that of its group.
        let outcome = try shell("cut -d' ' -f 1,5 /proc/$$/stat")
        let numbers = text(outcome.output).split { !$0.isNumber }
        #expect(numbers.count == 2 && numbers[0] == numbers[1])
    }

    @Test func `a child has the own environment with the additions`() throws {
        setenv("NOTIFY_SOCKET", "@none", 1)
        setenv("KEPT_FOR_CHILDREN", "kept", 1)
        defer {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("KEPT_FOR_CHILDREN")
        }
        let outcome = try shell(
            "echo $KEPT_FOR_CHILDREN $ADDED ${NOTIFY_SOCKET-absent}",
            environment: ["ADDED": "a b"])
        #expect(text(outcome.output) == "kept a b absent\n")
    }

    @Test func `a variable that is not UTF-8 reaches a child byte by byte`() throws {
        setenv("KEPT_IN_LATIN_1", [0x66, CChar(bitPattern: 0xFC), 0x72, 0], 1)
        defer { unsetenv("KEPT_IN_LATIN_1") }
        let outcome = try shell("printf %s \"$KEPT_IN_LATIN_1\" | od -An -tx1")
        #expect(text(outcome.output) == " 66 fc 72\n")
    }

    /// As a shell inherits it to the service: then the kernel keeps no exit status.
    @Test func `a failure is reported although SIGCHLD was ignored`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            let outcome = try ChildProcessTests().shell("exit 3")
            #expect(outcome.ending == .exited(3))
        }
    }

    @Test func `a child has the descriptor limit that the service was started with`() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            limit.rlim_cur = 512
            setrlimit(resource, &limit)
            #expect(try DescriptorLimit.raise() > 512)
            let outcome = try ChildProcessTests().shell("ulimit -Sn")
            #expect(String(decoding: outcome.output, as: UTF8.self) == "512\n")
            getrlimit(resource, &limit)
            #expect(limit.rlim_cur == limit.rlim_max)
        }
    }

    /// With more descriptors open than that limit, the thread of a writer could open nothing meanwhile.
    @Test(.row("C25")) func `the limit of a child is not that of the other threads`() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            limit.rlim_cur = 256
            setrlimit(resource, &limit)
            try DescriptorLimit.raise()
            let many = (0..<300).map { _ in dup(STDERR_FILENO) }
            #expect(many.allSatisfy { $0 >= 0 })
            let (isDone, failures) = (Locked(false), Locked(0))
            let thread = try BackgroundThread.start(name: "opens") {
                while !isDone.withLock({ $0 }) {
                    if (try? Descriptor(opening: "/dev/null", flags: O_RDONLY)) == nil {
                        failures.withLock { $0 += 1 }
                    }
                }
            }
            for _ in 0..<50 {
                #expect(try ChildProcessTests().shell("ulimit -Sn").output == Array("256\n".utf8))
            }
            isDone.withLock { $0 = true }
            thread.join()
            #expect(failures.withLock { $0 } == 0)
        }
    }

    @Test func `the error text of a child is one short line without control characters`() throws {
        let outcome = try shell("printf '\\033[31mred\\302\\233 ' >&2; head -c 60000 /dev/zero >&2")
        let words = try #require(outcome.firstWords)
        #expect(words.hasPrefix(" [31mred  "))
        #expect(words.utf8.count < 200)
        #expect(
            !words.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }

    @Test func `a program that ignores being ended is killed without the loop`() throws {
        let pipe = Pipe()
        var told = false
        let child = try ChildProcess.start(
            ChildProgram(
                "sh",
                ["-c", "exec 9>/proc/\(getpid())/fd/\(pipe.writer); trap '' TERM; sleep 1000"],
                timeout: .seconds(60)), on: loop
        ) { _ in told = true }
        ChildProcess.endNow([child])
        pipe.closeWriter()
        #expect(hangsUp(pipe.reader))
        #expect(!told)
    }

    /// It has left its process group, as one that hangs in the kernel has no use for a signal.
    @Test func `a program that cannot be ended is left behind`() throws {
        let folder = TemporaryDirectory()
        let script = """
            setpgrp(0, getpgrp(getppid)); open(F, ">", "\(folder.path)/new"); print F $$; close F;
            rename("\(folder.path)/new", "\(folder.path)/left"); sleep 1000
            """
        let child = try ChildProcess.start(
            ChildProgram("perl", ["-e", script], timeout: .seconds(60)), on: loop
        ) { _ in }
        try loop.turn { File.exists(folder.path + "/left") }
        let process = try #require(
            File.text(of: folder.path + "/left", limit: 100).flatMap(pid_t.init))
        ChildProcess.endNow([child])
        #expect(kill(process, SIGKILL) == 0)
        waitpid(process, nil, 0)
    }

    @Test func `each line is passed on as it comes, within the limit`() throws {
        let folder = TemporaryDirectory()
        var lines: [String] = []
        var outcome: ChildOutcome?
        try ChildProcess.start(
            ChildProgram(
                "sh",
                [
                    "-c",
                    "echo one; until [ -e \(folder.path)/gate ]; do sleep 0.01; done;"
                        + " printf 'two\\nthree'; head -c 100000 /dev/zero",
                ], timeout: .seconds(60), limitBytes: 20), on: loop,
            line: {
                lines.append($0)
                folder.write("", to: "gate")
            }
        ) { outcome = $0 }
        try loop.turn { outcome != nil }
        #expect(lines.map { $0.prefix(5) } == ["one", "two", "three"])
        #expect(lines.joined(separator: "\n").utf8.count == 20)
    }

    @Test func `a process that is left behind may write on where that is wanted`() throws {
        let folder = TemporaryDirectory()
        let script = """
            ( until [ -e \(folder.path)/gate ]; do sleep 0.01; done
              head -c 200000 /dev/zero && : >\(folder.path)/survived ) &
            """
        var outcome: ChildOutcome?
        try ChildProcess.start(
            ChildProgram(
                "sh", ["-c", script], timeout: .seconds(60), mayLeaveProcesses: true), on: loop
        ) { outcome = $0 }
        try loop.turn { outcome != nil }
        folder.write("", to: "gate")
        try loop.turn { File.exists(folder.path + "/survived") }
    }

    /// The oldest writes until it is refused: a fork of another test has its reader too, until it executes its
    /// program.
    @Test func `of many processes that are left behind, the oldest may not write on`() throws {
        let folder = TemporaryDirectory()
        let script = """
            trap '' PIPE
            ( until [ -e \(folder.path)/gate ]; do sleep 0.01; done
              if [ $0 != 0 ]; then printf x && : >\(folder.path)/$0-writes
              else while [ -e \(folder.path)/gate ] && printf x; do sleep 0.01; done; fi
              : >\(folder.path)/$0-ends ) &
            """
        let most = Limits.discardedOutputs / 2
        for number in 0...most {
            var outcome: ChildOutcome?
            try ChildProcess.start(
                ChildProgram(
                    "sh", ["-c", script, "\(number)"], timeout: .seconds(60),
                    mayLeaveProcesses: true), on: loop
            ) { outcome = $0 }
            try loop.turn { outcome != nil }
        }
        folder.write("", to: "gate")
        try loop.turn {
            (0...most).allSatisfy { File.exists(folder.path + "/\($0)-ends") }
        }
        let writing = (0...most).filter { File.exists(folder.path + "/\($0)-writes") }
        #expect(writing == Array(1...most))
    }

    @Test func `a program that hangs is terminated`() throws {
        let outcome = try shell("echo begun; exec sleep 1000", timeout: .milliseconds(100))
        #expect(outcome.ending == .stuck)
        #expect(text(outcome.output) == "begun\n")
    }

    @Test func `a program that ignores SIGTERM is killed`() throws {
        let outcome = try shell(
            "trap '' TERM; echo begun; while :; do sleep 1000; done", timeout: .milliseconds(100))
        #expect(outcome.ending == .stuck)
    }

    /// Processes started by a program that hangs are ended with it: the pipe has no writer left.
    @Test(.row("D19")) func `the whole process group is ended with the child`() throws {
        let pipe = Pipe()
        let outcome = try shell(
            """
            exec 9>/proc/\(getpid())/fd/\(pipe.writer)
            sh -c 'trap "" TERM; sleep 1000' & echo begun; wait
            """, timeout: .milliseconds(300))
        #expect(outcome.ending == .stuck)
        pipe.closeWriter()
        #expect(hangsUp(pipe.reader))
    }

    /// A process in the background with an open pipe is not waited for.
    @Test func `a process left behind delays nothing`() throws {
        let outcome = try shell("sleep 1000 & echo $!")
        #expect(outcome.ending == .exited(0))
        let left = try #require(pid_t(text(outcome.output).filter(\.isNumber)))
        kill(left, SIGKILL)
    }

    @Test func `endless output is truncated and delays nothing`() throws {
        let outcome = try shell("yes | head -c 3000000; echo end >&2", limitBytes: 1000)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1000)
        #expect(text(outcome.errorOutput) == "end\n")
    }

    @Test func `no child remains as a zombie`() throws {
        let outcome = try shell("echo $$")
        let process = try #require(pid_t(text(outcome.output).filter(\.isNumber)))
        #expect(kill(process, 0) == -1)
    }

    @Test func `a child exits on request`() throws {
        var outcome: ChildOutcome?
        let child = try ChildProcess.start(
            ChildProgram("sleep", ["1000"], timeout: .seconds(600)), on: loop
        ) { outcome = $0 }
        child.end()
        child.end()
        try loop.turn { outcome != nil }
        #expect(outcome?.ending == .stuck)
    }

    @Test func `a released child continues to run`() throws {
        var outcome: ChildOutcome?
        _ = try ChildProcess.start(
            ChildProgram("true", timeout: .seconds(60)), on: loop
        ) { outcome = $0 }
        try loop.turn { outcome != nil }
        #expect(outcome?.isSuccess == true)
    }
}
