import AppearanceModel
import AppearanceRecord
import EventLoop
import Linux

/// Keeps the history: each change with its reason, and the light minute by minute.
///
/// It adds no wake-up: a light level is noted when it is published, at most one a minute, and written
/// with the next change or after an hour. A thread writes, so a slow disk costs no time.
final class HistoryPublisher: Publisher {
    /// The light levels that are written at once.
    private static let levelsAtOnce = 60
    /// The limit of unwritten lines, in bytes; beyond it, lines are dropped.
    private static let queueLimit = 256 * 1024

    private let path: String
    private let loop: EventLoop
    private let log: Log
    private var days: Int
    /// The file, for the thread that writes.
    private let file: Locked<HistoryFile>
    private var writer: LineWriter?
    private var hasStarted = false
    private var last: Snapshot?
    private var levels = LevelRecorder()
    private var suspends = SuspendWatch(suspended: Microseconds(SystemClock.timeSuspended()))
    private var changes = ChangeAllowance()

    init(_ settings: HistorySettings, at path: String, on loop: EventLoop, log: Log) {
        days = settings.days
        file = Locked(HistoryFile(path, days: settings.days, log: log))
        self.path = path
        self.loop = loop
        self.log = log
    }

    func publish(_ snapshot: Snapshot) {
        let before = last
        last = snapshot
        // The first states come before the daemon owns its name; `start` writes them.
        guard isKept else { return }
        addLevel(snapshot.light)
        guard before.map({ !$0.hasSameChoice(as: snapshot) }) ?? true else { return }
        let change = History.Change(
            at: Self.now, status: snapshot.withoutPrograms, isStart: before == nil)
        let allowed = changes.allowed(change, at: SystemClock.now().boot)
        if !allowed.isEmpty { write(removeLevels() + allowed.flatMap(\.line)) }
    }

    func publishLight(_ snapshot: Snapshot) {
        last = snapshot
        guard isKept else { return }
        addLevel(snapshot.light)
        if levels.levels.count >= Self.levelsAtOnce { write(removeLevels() + changes.removeHeld()) }
    }

    func start() throws(IOError) {
        hasStarted = true
        begin()
    }

    func configure(_ configuration: Configuration) {
        guard configuration.history.days != days else { return }
        end()
        days = configuration.history.days
        if hasStarted { begin() }
    }

    func stop() {
        end()
        writer?.finish()
        writer = nil
    }

    // MARK: Lines

    private var isKept: Bool { writer != nil && days > 0 }

    private static var now: WallTime { Moment(SystemClock.now()).wall }

    /// Adds a light level, one a minute, and the minute in which the light becomes unknown: for a
    /// suspend, the one in which it began.
    private func addLevel(_ light: LightReading?) {
        let now = Self.now
        if let span = suspends.update(total: Microseconds(SystemClock.timeSuspended())) {
            levels.add(nil, at: max(now - span, levels.levels.last?.at ?? now - span))
        }
        levels.add(light, at: now)
    }

    private func removeLevels() -> [UInt8] { History.lines(of: levels.removeLevels()) }

    private func write(_ lines: [UInt8]) {
        guard let writer, !lines.isEmpty else { return }
        _ = writer.append(lines)
    }

    // MARK: The file

    /// Begins to write, with the current state, if a history is kept.
    private func begin() {
        guard days > 0 else { return }
        file.withLock { $0 = HistoryFile(path, days: days, log: log) }
        do throws(IOError) {
            if writer == nil { writer = try makeWriter() }
        } catch {
            log.notice("the history is not written: \(error)")
        }
        guard let last else { return }
        addLevel(last.light)
        write(
            removeLevels()
                + History.Change(
                    at: Self.now, status: last.withoutPrograms, isStart: true
                ).line)
    }

    private func makeWriter() throws(IOError) -> LineWriter {
        try LineWriter(
            "history-writer", limit: Self.queueLimit, onFailure: .retry, on: loop,
            { [file] lines throws(IOError) in
                try file.withLock { $0 }.append(lines, at: Self.now)
            },
            report: { [log] event in
                switch event {
                case .failed(let error):
                    log.notice("the history is not written until the next change: \(error)")
                case .recovered: log.notice("the history is written again")
                }
            })
    }

    /// Writes the end of a run, or of the lines with these days.
    private func end() {
        guard isKept else { return }
        write(removeLevels() + changes.removeHeld() + History.endLine(at: Self.now))
    }
}

/// The limit on the changes in the history: 20 at once, then one a minute.
///
/// Of more changes, the last one is kept, with the number of those left out.
struct ChangeAllowance {
    static let atOnce = 20
    private static let interval: Int64 = 60_000_000

    /// The number of changes that may be written.
    private var tokens = atOnce
    /// The time of the boot clock at which the last token was added.
    private var filled: Int64?
    private var held: History.Change?

    /// Returns the changes to write now, none if there were too many.
    mutating func allowed(_ change: History.Change, at boot: Int64) -> [History.Change] {
        let start = filled ?? boot
        let added = max(0, boot - start) / Self.interval
        tokens = Int(min(Int64(Self.atOnce), Int64(tokens) + added))
        filled = tokens == Self.atOnce ? boot : start + added * Self.interval
        guard tokens > 0 else {
            let omitted = held.map { $0.omittedBefore + 1 } ?? 0
            held = change
            held?.omittedBefore = omitted
            return []
        }
        tokens -= 1
        defer { held = nil }
        return [held, change].compactMap(\.self)
    }

    /// Removes the last of too many changes and returns its line.
    mutating func removeHeld() -> [UInt8] {
        defer { held = nil }
        return held?.line ?? []
    }
}
