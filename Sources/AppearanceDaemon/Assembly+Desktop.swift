// The desktop's own setting.

import AppearanceModel
import EventLoop
import Linux

extension Assembly {
    /// What has the desktop's own setting follow; nil in a replay, which is not to touch it, and
    /// without a place to note what it was.
    func desktopPublisher(
        _ configuration: DesktopSettings, _ runtime: Runtime, _ bus: SessionBus, on loop: EventLoop
    ) throws(IOError) -> DesktopPublisher? {
        guard options.tracePath == nil, let path = environment.journalPath else { return nil }
        let publisher = DesktopPublisher(
            configuration, in: environment, try RestoreJournal(path, on: loop, log: log),
            on: bus.connection, log: log
        ) { [weak runtime] in _ = runtime?.submit($0) }
        runtime.publishers.append(publisher)
        runtime.onLeaveDesktop = { [weak publisher] answer in
            guard let publisher else { return answer() }
            publisher.leave(answer)
        }
        return publisher
    }
}
