import AppearanceTestSupport
import Foundation
import Testing

/// Daemon, night filter and command line read one configuration file in the same way.
@Suite(.bounded) struct SameConfigurationTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// The answer of a program to a file.
    private struct Answer: Equatable {
        let isRefused: Bool
        let problems: [String]
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    /// Returns the answers of the daemon, of the command line and of the night filter, which has no
    /// display, to a named file.
    private func answers(to file: String, wrapper: [String] = []) throws -> [Answer] {
        func run(_ words: [String]) throws -> FinishedProcess {
            let command = wrapper + words
            return try ChildProcess.run(
                command[0], Array(command.dropFirst()),
                environment: home.environment.merging(["DISPLAY": ":4242"]) { $1 })
        }
        let daemon = try run([BuiltProducts.appearanced, "--check", "--config", file])
        let command = try run([BuiltProducts.appearancectl, "config", "check", file])
        let filter = try run([BuiltProducts.nightfilter, "--config", file])
        let isRead = filter.status == .exited(69)
        let log = lines(filter.errors).map {
            $0.hasPrefix("<3>") ? String($0.dropFirst(3)) : "not an error: \($0)"
        }
        return [
            Answer(isRefused: daemon.status != .exited(0), problems: lines(daemon.errors)),
            Answer(isRefused: command.status != .exited(0), problems: lines(command.errors)),
            Answer(isRefused: !isRead, problems: isRead ? [] : log),
        ]
    }

    /// Expects one answer of all; returns whether they refuse the file.
    @discardableResult
    private func expectOneAnswer(to file: String, wrapper: [String] = []) throws -> Bool {
        let answers = try answers(to: file, wrapper: wrapper)
        let text = (try? String(contentsOfFile: file, encoding: .utf8).prefix(2000)) ?? "(no text)"
        #expect(answers.dropFirst().allSatisfy { $0 == answers[0] }, "\(answers)\n\(text)")
        #expect(answers[0].isRefused != answers[0].problems.isEmpty, "\(answers[0])")
        return answers[0].isRefused
    }

    /// A file that cannot be read, or whose text is not one.
    enum Kind: String, CaseIterable {
        case missing, belowAFile, directory, fifo, huge, aByteTooLarge, notUTF8, utf16, zeros
        case linkToItself, linkToNothing, linkBelowAFile, failsToRead, forbidden, escapes, noLineEnd
        case markOfByteOrder, largest

        var isValid: Bool { [.noLineEnd, .markOfByteOrder, .largest].contains(self) }

        /// Puts it into a folder and returns its path.
        func put(in folder: String) throws -> String {
            let path = "\(folder)/\(self == .escapes ? "a\u{1B}[31m b" : rawValue).toml"
            func write(_ bytes: [UInt8]) throws {
                try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
            }
            let valid = Array("[sensor]\npoll = \"2s\"\n".utf8)
            let comment = [UInt8(ascii: "#")] + Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
            switch self {
            case .missing: break
            case .belowAFile:
                try write(valid)
                return path + "/config.toml"
            case .directory:
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            case .fifo: try #require(mkfifo(path, 0o600) == 0)
            case .huge:
                try write([])
                try #require(truncate(path, 1 << 30) == 0)
            case .aByteTooLarge: try write(comment)
            case .largest: try write(comment.dropLast())
            case .notUTF8: try write(Array("[sensor]\nname = \"".utf8) + [0xFF, 0x22])
            case .utf16: try write([0xFF, 0xFE, 0x5B, 0, 0x61, 0, 0x5D, 0])
            case .zeros: try write(Array(repeating: 0, count: 512))
            case .linkToItself: try #require(symlink(path, path) == 0)
            case .linkToNothing: try #require(symlink("/nonexistent", path) == 0)
            case .linkBelowAFile: try #require(symlink("/dev/null/config.toml", path) == 0)
            // At offset 0 no process has memory to read.
            case .failsToRead: try #require(symlink("/proc/self/mem", path) == 0)
            case .forbidden:
                try write(valid)
                try #require(chmod(path, 0) == 0)
            case .escapes: try write(Array("[sensor]\n\"po\u{1B}[31mll\" = 1\n".utf8))
            case .noLineEnd: try write(valid.dropLast())
            case .markOfByteOrder: try write([0xEF, 0xBB, 0xBF] + valid)
            }
            return path
        }
    }

    @Test(.row("N44"), arguments: Kind.allCases)
    func `an unreadable file gets the same words from every program`(_ kind: Kind) throws {
        let file = try kind.put(in: home.path)
        let wrapper = kind == .forbidden ? FilePermissions.enforced : []
        #expect(try expectOneAnswer(to: file, wrapper: wrapper) != kind.isValid)
    }

    /// Values of other kinds, out of range, or known only by the machine that reads the file.
    private static let values = [
        "-1e300", "1e300", "nan", "-1", "0", "99999999999", "true", "[1]", "{}", "\"\"",
        "\"99:99\"",
        "\"Europe/Berlim\"", "\"../../etc/passwd\"", "\"/etc/localtime\"", "\"~/a.jpg\"",
        "\"-x\"",
        "\"\\u0007\"", "\"1y\"", "'a''b'", "2026-01-01",
    ]

    /// Every key once with a value by chance; and the whole file, damaged at a place or two.
    @Test(.row("N44"), arguments: Seeds.chosen([1]))
    func `generated files are refused or read by every program alike`(_ seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let shipped = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "default"], environment: home.environment
        ).output
        var table = ""
        var texts: [String] = []
        for line in lines(shipped) {
            let line = line.hasPrefix("#") ? String(line.dropFirst()) : line
            if line.hasPrefix("[") { table = line }
            guard let key = line.wholeMatch(of: /([a-z_]+) = .*/)?.output.1 else { continue }
            let value = Self.values.randomElement(using: &dice) ?? ""
            texts.append("\(table)\n\(key) = \(value)\n")
        }
        try #require(texts.count > 50)
        texts += Self.values.map { "[location]\ntime_zone = \($0)\n" }
        for _ in 0..<30 {
            var bytes = Array(shipped.utf8)
            for _ in 0..<Int.random(in: 1...2, using: &dice) {
                let place = bytes.indices.randomElement(using: &dice) ?? 0
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...127, using: &dice)
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[..<(place / 8)], at: place)
                }
            }
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        var refused = 0
        for text in texts {
            let file = try home.write(text, to: "generated.toml")
            if try expectOneAnswer(to: file) { refused += 1 }
        }
        #expect(refused > texts.count / 3 && refused < texts.count, "\(refused) of \(texts.count)")
    }

    /// The file that nobody has named: a program that needs a configuration has the same one.
    @Test(.row("N44"), .requires(.bus), arguments: [false, true])
    func `an invalid file of the usual place means the same fallback`(hasCopy: Bool) throws {
        if hasCopy {
            try home.write(configuration: "[location]\ntime_zone = \"Asia/Tokyo\"\n")
            let daemon = try RunningDaemon(home: home, bus: PrivateBus(in: home))
            try daemon.process.terminate()
        }
        try home.write(configuration: "[location]\ntime_zone = \"Asia/Tokio\"\n")
        let daemon = try RunningDaemon(home: home, bus: PrivateBus(in: home))
        try daemon.process.terminate()
        let told = daemon.log("<3>") + daemon.log("<4>")
        #expect(told.count == 2)
        #expect(told.last?.hasPrefix(hasCopy ? "the last good copy of " : "the built-in") == true)
        let filter = try ChildProcess.run(
            BuiltProducts.nightfilter,
            environment: home.environment.merging(["DISPLAY": ":4242"]) { $1 })
        #expect(filter.status == .exited(69))
        #expect(lines(filter.errors).prefix(2) == ["<3>\(told[0])", "<4>\(told[1])"])
        let doctor = try ChildProcess.run(
            BuiltProducts.appearancectl, ["doctor", "--json"], environment: home.environment)
        #expect(doctor.output.contains("there is no time zone"), "\(doctor.output)")
        #expect(
            doctor.output.contains(hasCopy ? "Asia/Tokyo" : "UTC"), "\(doctor.output)")
    }
}
