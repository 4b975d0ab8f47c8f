// Writing a run down.

import EventLoop
import Linux

extension Assembly {
    /// What writes the run down; nil where nobody has asked for it.
    func recorder(on loop: EventLoop) throws(ExitReason) -> RunRecorder? {
        guard let path = options.recordPath else { return nil }
        do throws(RecordFile.Fault) {
            let file = try RecordFile.make(path)
            log.notice(
                "the run is written down in \(path); it tells where you are, how bright your room"
                    + " is and what you choose: look before you pass it on")
            do throws(IOError) {
                return try RunRecorder(file, on: loop, log: log)
            } catch { throw RecordFile.Fault.system(error) }
        } catch {
            log.error("the run cannot be written down: \(error)")
            throw .usage
        }
    }
}
