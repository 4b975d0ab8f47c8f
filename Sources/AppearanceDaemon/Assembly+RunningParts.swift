// What the assembled service goes on with.

import EventLoop
import LightSensors

/// The parts of the running service that another configuration reaches.
struct RunningParts {
    let loop: EventLoop
    let runtime: Runtime
    let portal: PortalPublisher
    let systemBus: SystemBus
    let sensorThreads: SensorThreads
    /// Nil where the desktop's own setting is none of ours: in a replay, or without a place to note
    /// what it was.
    let desktop: DesktopPublisher?
    /// Nil in a replay, which has a place, a time and a light of its own.
    let zones: ZoneFollower?

    var isReplay: Bool { zones == nil }
}
