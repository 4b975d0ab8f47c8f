// The light sensors of the kernel. udev reports those that appear and disappear; one of them is
// selected and read by a thread of its own. Raw values are judged here, their meaning elsewhere.

package import AppearanceModel
package import EventLoop
package import Linux

/// The light sensors of the kernel, found and followed through udev.
package final class KernelSource: LightSource {
    private let loop: EventLoop
    private let udev: UdevContext
    private let ignored: [String]
    private var hotplug: HotplugWatch?
    private var devices: [KernelDevice] = []
    private var chosen: (device: KernelDevice, reader: SensorReader)?
    private var latest: [String: Latest] = [:]
    private var plan = PollPlan.off
    private var warnings = LogRateLimit()
    private var tell: (LightEvent) -> Void = { _ in }
    private let threads: SensorThreads

    /// The last result of a device.
    private struct Latest {
        var light: LightReading?
        var problem: String?
    }

    /// A source that never reads the devices with these names or paths; it reuses the threads that
    /// an earlier source may have left.
    package init(
        on loop: EventLoop, ignoring ignored: [String], threads: SensorThreads? = nil
    ) throws(IOError) {
        self.loop = loop
        self.ignored = ignored
        self.threads = threads ?? SensorThreads(on: loop)
        udev = try UdevContext()
    }

    deinit { if let chosen { threads.giveBack(chosen.reader) } }

    package func start(_ tell: @escaping (LightEvent) -> Void) {
        self.tell = tell
        do throws(IOError) {
            // The monitor starts before the enumeration, so that no device in between is missed.
            hotplug = try HotplugWatch(
                on: loop, udev, subsystems: KernelDevice.Kind.allCases.map(\.rawValue)
            ) { [weak self] event in self?.receive(event) }
        } catch {
            tell(.warning("sensors that are plugged in later will not be found: \(error)"))
        }
        lookForAll()
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        guard let chosen else { return }
        do throws(IOError) {
            try chosen.reader.follow(plan)
        } catch {
            tell(.warning("\(chosen.device.name) cannot be read: \(error)"))
        }
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        probe(at: devices.filter { !isInUse($0) }) { [weak self] in answer(self?.listings ?? []) }
    }

    // MARK: Devices that appear and disappear

    private func receive(_ event: HotplugWatch.Event) {
        switch event {
        case .unknown: lookForAll()
        case .devices(let devices):
            for device in devices {
                let isGone = device.action == "remove"
                replace(device.syspath, with: isGone ? nil : KernelDevice(device))
            }
            choose()
        }
    }

    private func lookForAll() {
        do throws(IOError) {
            let found = try KernelDevice.all(udev)
            let gone = Set(devices.map(\.path)).subtracting(found.map(\.path))
            for path in gone { replace(path, with: nil) }
            for device in found { replace(device.path, with: device) }
            choose()
        } catch {
            tell(.warning("light sensors cannot be looked for: \(error)"))
        }
    }

    private func replace(_ path: String, with device: KernelDevice?) {
        let old = devices.first { $0.path == path }
        if let device, device.key == old?.key, device.channel == old?.channel { return }
        devices.removeAll { $0.path == path }
        latest[path] = nil
        // A probe that an earlier source of the same device began is still of use.
        if old != nil { threads.probes.forget(path) }
        if chosen?.device.path == path { drop() }
        if let device {
            devices.append(device)
            devices.sort { ($0.rank, $0.path) < ($1.rank, $1.path) }
        }
    }

    /// Reading has failed before udev has reported the removal.
    private func forget(_ device: KernelDevice) {
        replace(device.path, with: nil)
        choose()
    }

    // MARK: The selected device

    /// Selects the best device once all are known, and a probe of the others.
    private func choose() {
        chooseOne()
        probe(
            at: devices.filter { latest[$0.path] == nil && $0.path != chosen?.device.path }
        ) {}
    }

    /// A device in use stays in use when others appear.
    private func chooseOne() {
        guard chosen == nil, let device = devices.first(where: isUsable),
            let channel = device.channel
        else { return }
        do throws(IOError) {
            let reader = try threads.reader(of: channel, device.correction) { [weak self] event in
                self?.receive(event, from: device)
            }
            chosen = (device, reader)
            tell(.found(key: device.key, name: device.name))
            if let note = device.note {
                tell(.notice("light sensor \(device.name) is known: \(note)"))
            }
            follow(plan)
        } catch {
            tell(.warning("\(device.name) cannot be read: \(error)"))
        }
    }

    private func drop() {
        guard let chosen else { return }
        self.chosen = nil
        threads.giveBack(chosen.reader)
        tell(.lost(name: chosen.device.name))
    }

    private func receive(_ event: SensorReader.Event, from device: KernelDevice) {
        switch event {
        case .outcome(let outcome): receive(outcome, from: device)
        case .oddity(let words): tell(.warning("light sensor \(device.name): \(words)"))
        case .still(let isStill): tell(.still(isStill))
        }
    }

    private func receive(_ outcome: PollScheduler.Outcome, from device: KernelDevice) {
        switch outcome {
        case .quiet: break
        case .tell(let samples):
            latest[device.path] = Latest(light: samples.last?.light)
            tell(.readings(samples))
        case .fault(let lastValid, let fault):
            let problem = Self.problem(fault, of: device)
            latest[device.path, default: Latest()].problem = problem
            if warnings.isDue(at: .now) {
                tell(.warning("light sensor \(device.name): \(problem)"))
            }
            if fault.meansGone { return forget(device) }
            tell(.missed(lastValid: lastValid, fault))
        }
    }

    private func isUsable(_ device: KernelDevice) -> Bool {
        device.channel != nil && !isIgnored(device)
    }

    private func isIgnored(_ device: KernelDevice) -> Bool {
        ignored.contains(where: device.isCalled)
    }

    // MARK: Devices that are not selected

    /// Returns whether a device is being read and has given a result.
    private func isInUse(_ device: KernelDevice) -> Bool {
        guard let chosen, chosen.device.path == device.path, chosen.reader.isReading
        else { return false }
        return chosen.reader.latest != nil || latest[device.path]?.problem != nil
    }

    /// Reads devices once, off the loop, and calls back when all have answered or timed out.
    private func probe(at devices: [KernelDevice], _ done: @escaping () -> Void) {
        let seen = devices.filter { !isIgnored($0) }
        let channels = seen.compactMap { device in device.channel.map { (device.path, $0) } }
        do throws(IOError) {
            try threads.probes.look(at: channels) { [weak self] path, answer in
                self?.note(answer, from: path)
            } then: {
                done()
            }
        } catch {
            tell(.warning("a light sensor cannot be read: \(error)"))
            done()
        }
    }

    private func note(_ answer: SensorProbe.Outcome, from path: String) {
        guard let device = devices.first(where: { $0.path == path }) else { return }
        switch answer {
        case .success(let light): latest[path] = Latest(light: light)
        case .failure(let fault) where fault.meansGone: forget(device)
        case .failure(let fault):
            latest[path, default: Latest()].problem = Self.problem(fault, of: device)
        }
    }

    private var listings: [SensorListing] {
        devices.map { device in
            let last = latest[device.path]
            let light = isInUse(device) ? chosen?.reader.latest?.light : last?.light
            return SensorListing(
                name: device.name, path: device.path, source: device.kind.rawValue,
                light: light?.value, unit: device.channel?.unit, state: .none,
                chosen: device.path == chosen?.device.path,
                problem: problem(of: device) ?? last?.problem, note: device.note)
        }
    }

    private func problem(of device: KernelDevice) -> String? {
        if device.channel == nil {
            return "it counts light without a unit (no in_illuminance attribute)"
        }
        return isIgnored(device) ? "sensor.ignore names it" : nil
    }

    private static func problem(_ fault: SensorReadError, of device: KernelDevice) -> String {
        "no reading from \(device.channel?.path ?? device.path): \(fault)"
    }
}
