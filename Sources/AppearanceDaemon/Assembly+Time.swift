// What befalls the machine while the service runs: another time zone, suspend, the lid.

import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

extension Assembly {
    /// Follows the file of the time zone, and decides anew when it is another.
    func zoneFollower(
        _ configuration: Configuration, in zone: LocalZone, _ runtime: Runtime, on loop: EventLoop
    ) throws(IOError) -> ZoneFollower {
        try ZoneFollower(
            configuration, in: zone, on: loop, log: log, read: self.zone,
            { [weak runtime] configuration, zone in
                let settings = EngineSettings(
                    configuration, place: place(configuration, zone), zone: zone.rules)
                _ = runtime?.submit(.scheduleChanged(settings.schedule))
            })
    }

    /// Follows suspend, the lid and the session, once it is started.
    func loginWatch(
        _ runtime: Runtime, _ systemBus: SystemBus, on loop: EventLoop
    ) throws(IOError) -> LoginWatch {
        try LoginWatch(environment, systemBus, on: loop, log: log) { [weak runtime] event in
            _ = runtime?.submit(event)
        }
    }
}
