package import AppearanceModel
import AppearanceProtocol

/// The last run of a hook.
package struct HookRun: Equatable, Sendable {
    package enum Ending: Equatable, Sendable {
        case exited(Int64)
        case killed(signal: Int64)
        /// It ran longer than `hooks.timeout` and was ended.
        case timedOut
        /// It could not be started, for this reason.
        case notStarted(String)
        /// It has ended, and its status is unknown.
        case unknown
    }

    /// The argument that it received.
    package let argument: String
    package let startedAt: WallTime
    package let duration: Microseconds
    package let ending: Ending

    package init(
        argument: String, startedAt: WallTime, duration: Microseconds, ending: Ending
    ) {
        self.argument = argument
        self.startedAt = startedAt
        self.duration = duration
        self.ending = ending
    }

    package var isSuccess: Bool { ending == .exited(0) }

    fileprivate var isInLight: Bool { argument == Appearance.light.rawValue }

    /// The result, as the end of a sentence about the hook.
    package var result: String {
        switch ending {
        case .exited(0): "succeeded in \(duration.roundedText)"
        case .exited(let code): "failed with exit status \(code) after \(duration.roundedText)"
        case .killed(let signal): "was ended by signal \(signal) after \(duration.roundedText)"
        case .timedOut: "was ended after \(duration.roundedText), more than hooks.timeout"
        case .notStarted(let reason): "could not be started: \(reason)"
        case .unknown: "has ended; its exit status is unknown"
        }
    }
}

extension Microseconds {
    /// The span, rounded for a person: `8ms`, `1.2s`, `31s`.
    fileprivate var roundedText: String {
        let milliseconds = count / 1_000
        if milliseconds < 1_000 { return Microseconds.milliseconds(max(milliseconds, 1)).text }
        if milliseconds < 10_000 { return "\(milliseconds / 1_000).\(milliseconds / 100 % 10)s" }
        return Microseconds.seconds(milliseconds / 1_000).text
    }
}

/// The last run of each hook, as kept in a file across restarts.
package struct HookRecords: Equatable, Sendable {
    /// The name of the file in the state directory.
    package static let fileName = "hooks.json"
    /// The name of the file of the runs by `appearancectl hooks test`, which the daemon does not read.
    package static let testsFileName = "hook-tests.json"
    /// The size limit of the file, in bytes: `HookCatalog.mostHooks` runs of usual names several times.
    package static let largestFile = 4 << 20
    private static let version: Int64 = 1

    package var runs: [String: HookRun]

    package init(_ runs: [String: HookRun] = [:]) { self.runs = runs }

    /// Returns the names of the hooks that have succeeded with the given argument, after which no hook has run in
    /// the other tone.
    ///
    /// A script of darkman for light alone does not run in the dark, so its last run may be of an earlier day.
    package func succeeded(with arguments: [String: String]) -> Set<String> {
        let last = Dictionary(
            runs.values.map { ($0.isInLight, $0.startedAt) }, uniquingKeysWith: { max($0, $1) })
        return Set(
            arguments.lazy.filter { name, argument in
                guard let run = runs[name], run.isSuccess, run.argument == argument
                else { return false }
                return last[!run.isInLight].map { $0 <= run.startedAt } ?? true
            }.map(\.key))
    }

    /// The text of the file, within its limit: the oldest runs are left out if it would be larger.
    package var encoded: [UInt8] {
        var runs = runs
        while true {
            let text = Self.encoded(runs)
            guard text.count > Self.largestFile else { return text }
            let newest = runs.sorted { $0.value.startedAt > $1.value.startedAt }
            runs = Dictionary(
                uniqueKeysWithValues: newest.prefix(runs.count / 2).map { ($0.key, $0.value) })
        }
    }

    private static func encoded(_ runs: [String: HookRun]) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("version", version)
            writer.name("hooks")
            writer.array(runs.sorted { $0.key < $1.key }) { writer, entry in
                writer.object { writer in
                    writer.member("name", entry.key)
                    writer.members(of: entry.value)
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads the text of the file; `nil` if it is invalid.
    ///
    /// A run that this version cannot read is as none: the hook runs again.
    package init?(decoding bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let elements = json["hooks"]?.array
        else { return nil }
        var runs: [String: HookRun] = [:]
        for element in elements {
            if let name = element["name"]?.string { runs[name] = HookRun(element) }
        }
        self.init(runs)
    }
}

extension HookRun {
    fileprivate init?(_ json: JSON) {
        guard let argument = json["argument"]?.string, let started = json["startedAt"]?.integer,
            let duration = json["duration"]?.integer, let word = json["ending"]?.string
        else { return nil }
        let ending: Ending
        switch (word, json["status"]?.integer) {
        case ("exited", let status?): ending = .exited(status)
        case ("killed", let status?): ending = .killed(signal: status)
        case ("timedOut", _): ending = .timedOut
        case ("notStarted", _): ending = .notStarted(json["problem"]?.string ?? "")
        case ("unknown", _): ending = .unknown
        default: return nil
        }
        self.init(
            argument: argument, startedAt: WallTime(microsecondsSinceEpoch: started),
            duration: Microseconds(duration), ending: ending)
    }
}

extension JSONWriter {
    /// Writes the members of a run into the current object.
    package mutating func members(of run: HookRun) {
        member("argument", run.argument)
        member("startedAt", run.startedAt.microsecondsSinceEpoch)
        member("duration", run.duration.count)
        var (status, problem): (Int64?, String?) = (nil, nil)
        let word: String
        switch run.ending {
        case .exited(let code): (word, status) = ("exited", code)
        case .killed(let signal): (word, status) = ("killed", signal)
        case .timedOut: word = "timedOut"
        case .notStarted(let reason): (word, problem) = ("notStarted", reason)
        case .unknown: word = "unknown"
        }
        member("ending", word)
        member("status", status)
        member("problem", problem)
    }
}
