// The kernel's own light sensors. udev tells of those that come and go; one of them is chosen and
// read by a thread of its own. What a device says is judged here, what it means elsewhere.

package import AppearanceModel
package import LinuxIO

/// Light sensors of the kernel's industrial I/O subsystem, found and followed through udev.
package final class IIOSource: LightSource {
    /// A problem is said again after this long.
    private static let warningInterval = Microseconds.seconds(60)

    private let loop: EventLoop
    private let udev: UdevContext
    private let ignored: [String]
    private var hotplug: HotplugWatch?
    private var devices: [IIODevice] = []
    private var chosen: (device: IIODevice, reader: SensorReader)?
    private var latest: [String: Latest] = [:]
    private var plan = PollPlan.off
    private var lastWarning: BootTime?
    private var tell: (LightEvent) -> Void = { _ in }
    private let glances: Glances

    /// What a device said last.
    private struct Latest {
        var lux: Lux?
        var problem: String?
    }

    /// A source that never reads the devices of these names or paths.
    package init(on loop: EventLoop, ignoring ignored: [String]) throws(IOFailure) {
        self.loop = loop
        self.ignored = ignored
        udev = try UdevContext()
        glances = Glances(on: loop)
    }

    package func start(_ tell: @escaping (LightEvent) -> Void) {
        self.tell = tell
        do throws(IOFailure) {
            // First the ears, then the eyes: nothing that comes in between is missed.
            hotplug = try HotplugWatch(on: loop, udev, subsystem: "iio") { [weak self] news in
                self?.hear(news)
            }
        } catch {
            tell(.warning("sensors that are plugged in later will not be found: \(error)"))
        }
        lookForAll()
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        guard let chosen else { return }
        do throws(IOFailure) {
            try chosen.reader.follow(plan)
        } catch {
            tell(.warning("\(chosen.device.name) cannot be read: \(error)"))
        }
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        glance(at: devices.filter { !isHeard($0) }) { [weak self] in answer(self?.listings ?? []) }
    }

    // MARK: Devices that come and go

    private func hear(_ news: HotplugWatch.News) {
        switch news {
        case .unknown: lookForAll()
        case .devices(let devices):
            for device in devices where device.action == "remove" {
                replace(device.syspath, with: nil)
            }
            for device in devices where device.action != "remove" {
                replace(device.syspath, with: IIODevice(device))
            }
        }
    }

    private func lookForAll() {
        do throws(IOFailure) {
            let found = try udev.devices(inSubsystem: "iio").compactMap(IIODevice.init)
            let gone = Set(devices.map(\.path)).subtracting(found.map(\.path))
            for path in gone { replace(path, with: nil) }
            for device in found { replace(device.path, with: device) }
        } catch {
            tell(.warning("light sensors cannot be looked for: \(error)"))
        }
    }

    private func replace(_ path: String, with device: IIODevice?) {
        let old = devices.first { $0.path == path }
        if let device, device.key == old?.key, device.channel == old?.channel { return }
        devices.removeAll { $0.path == path }
        latest[path] = nil
        glances.forget(path)
        if chosen?.device.path == path { drop() }
        if let device {
            devices.append(device)
            devices.sort { ($0.rank, $0.path) < ($1.rank, $1.path) }
        }
        choose()
        if let device, device.channel != nil, device.path != chosen?.device.path {
            glance(at: [device]) {}
        }
    }

    // MARK: The one that is read

    /// A device in use stays in use, whatever comes beside it.
    private func choose() {
        guard chosen == nil, let device = devices.first(where: isUsable),
            let channel = device.channel
        else { return }
        do throws(IOFailure) {
            let reader = try SensorReader(channel, on: loop) { [weak self] news in
                self?.take(news, from: device)
            }
            chosen = (device, reader)
            tell(.found(key: device.key, name: device.name))
            follow(plan)
        } catch {
            tell(.warning("\(device.name) cannot be read: \(error)"))
        }
    }

    private func drop() {
        guard let device = chosen?.device else { return }
        chosen = nil
        tell(.lost(name: device.name))
    }

    private func take(_ news: SensorReader.News, from device: IIODevice) {
        guard device.path == chosen?.device.path else { return }
        switch news {
        case .outcome(let outcome): take(outcome, from: device)
        case .oddity(let words): tell(.warning("light sensor \(device.name): \(words)"))
        }
    }

    private func take(_ outcome: ReaderPace.Outcome, from device: IIODevice) {
        switch outcome {
        case .quiet: break
        case .tell(let samples):
            latest[device.path] = Latest(lux: samples.last?.lux)
            tell(.readings(samples))
        case .fault(let lastValid, let fault):
            let problem = Self.problem(fault, of: device)
            latest[device.path, default: Latest()].problem = problem
            warn("light sensor \(device.name): \(problem)")
            if fault.meansGone || !File.exists(device.path) {
                return replace(device.path, with: nil)
            }
            tell(.missed(lastValid: lastValid, problem: problem))
        }
    }

    private func warn(_ problem: String) {
        let now = BootTime.now
        if let lastWarning, now - lastWarning < Self.warningInterval { return }
        lastWarning = now
        tell(.warning(problem))
    }

    private func isUsable(_ device: IIODevice) -> Bool {
        device.channel != nil && !isIgnored(device)
    }

    private func isIgnored(_ device: IIODevice) -> Bool {
        ignored.contains(where: device.isCalled)
    }

    // MARK: Those that are not followed

    /// Whether a device is read anyway, and has said something.
    private func isHeard(_ device: IIODevice) -> Bool {
        guard let chosen, chosen.device.path == device.path, chosen.reader.isReading
        else { return false }
        return chosen.reader.latest != nil || latest[device.path]?.problem != nil
    }

    /// Reads devices once, off the loop, and calls back when all have answered or taken too long.
    private func glance(at devices: [IIODevice], _ done: @escaping () -> Void) {
        let seen = devices.filter { !isIgnored($0) }
        let channels = seen.compactMap { device in device.channel.map { (device.path, $0) } }
        do throws(IOFailure) {
            try glances.look(at: channels) { [weak self] path, answer in
                self?.note(answer, from: path)
            } then: {
                done()
            }
        } catch {
            tell(.warning("a light sensor cannot be read: \(error)"))
            done()
        }
    }

    private func note(_ answer: Glance.Answer, from path: String) {
        guard let device = devices.first(where: { $0.path == path }) else { return }
        switch answer {
        case .success(let lux): latest[path] = Latest(lux: lux)
        case .failure(let fault) where fault.meansGone: replace(path, with: nil)
        case .failure(let fault):
            latest[path, default: Latest()].problem = Self.problem(fault, of: device)
        }
    }

    private var listings: [SensorListing] {
        devices.map { device in
            let said = latest[device.path]
            let lux = isHeard(device) ? chosen?.reader.latest?.lux : said?.lux
            return SensorListing(
                name: device.name, path: device.path, source: "iio", light: lux?.value,
                unit: device.channel == nil ? nil : .lux, state: .none,
                chosen: device.path == chosen?.device.path,
                problem: problem(of: device) ?? said?.problem)
        }
    }

    private func problem(of device: IIODevice) -> String? {
        if device.channel == nil {
            return "it counts light without a unit (no in_illuminance attribute)"
        }
        return isIgnored(device) ? "sensor.ignore names it" : nil
    }

    private static func problem(_ fault: ReadingFault, of device: IIODevice) -> String {
        "no reading from \(device.channel?.path ?? device.path): \(fault)"
    }
}
