package import AppearanceEngine
package import AppearanceModel

extension History {
    /// The longest run that is read.
    private static let longestRun = Microseconds.days(366)

    /// Reads a run recording, and returns the history that the daemon would have kept and the settings
    /// at its end.
    ///
    /// - Throws: `LineError` for the first invalid line, or the first more than a year after the start.
    package static func ofRun(
        _ recording: [UInt8]
    ) throws(LineError) -> (history: History, settings: EngineSettings) {
        var reader = RecordReader(recording)
        let header = try reader.header()
        var (engine, settings) = (header.engine, header.settings)
        var (history, levels) = (History([]), LevelRecorder())
        var (last, now) = (header.start.boot, header.start.wall)
        var before: Snapshot?
        while let entry = try reader.entry() {
            guard entry.at.boot >= last else {
                throw LineError(line: reader.line, problem: "the boot clock runs backwards")
            }
            guard entry.at.boot - header.start.boot <= longestRun else {
                throw LineError(
                    line: reader.line,
                    problem: "this is more than a year after the start of the run")
            }
            // The boot clock is never set.
            now = now + (entry.at.boot - last)
            last = entry.at.boot
            if case .configured(let next) = entry.event { settings = next }
            if case .suspended(let span) = entry.event { levels.add(nil, at: now - span) }
            for effect in engine.handle(entry.event, at: entry.at).effects {
                switch effect {
                case .publish(let snapshot):
                    levels.add(snapshot.light, at: now)
                    if before.map({ !$0.hasSameChoice(as: snapshot) }) ?? true {
                        history.changes.append(
                            Change(at: now, status: snapshot, isStart: before == nil))
                    }
                    before = snapshot
                case .publishLight(let light): levels.add(light, at: now)
                case .poll, .save, .wakeAtBoot, .wakeAtWall: break
                }
            }
        }
        history.levels = levels.levels
        history.ends = [now]
        return (history, settings)
    }
}
