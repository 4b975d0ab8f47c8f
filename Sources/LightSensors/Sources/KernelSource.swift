// The light sensors of the kernel. udev reports those that appear and disappear; the selected one is
// read by a thread of its own. Raw values are judged here, their meaning elsewhere.

package import AppearanceModel
package import EventLoop
package import Linux

/// The light sensors of the kernel, found and followed through udev.
package final class KernelSource: SensorGroup {
    private let loop: EventLoop
    private let udev: UdevContext
    private let ignored: [String]
    private var hotplug: HotplugWatch?
    private var devices: [KernelDevice] = []
    private var chosen: (device: KernelDevice, reader: SensorReader)?
    private var latest: [String: Latest] = [:]
    private var plan = PollPlan.off
    private var warnings = LogRateLimit()
    private var report: (SensorGroupEvent) -> Void = { _ in }
    private let threads: SensorThreads

    /// The last result of a device.
    private struct Latest {
        var light: LightReading?
        var readAt: BootTime?
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

    package func start(_ report: @escaping (SensorGroupEvent) -> Void) {
        self.report = report
        do throws(IOError) {
            // The monitor starts before the enumeration, so that no device in between is missed.
            hotplug = try HotplugWatch(
                on: loop, udev, subsystems: KernelDevice.Kind.allCases.map(\.rawValue)
            ) { [weak self] event in self?.receive(event) }
        } catch {
            handler(.warning("sensors that are plugged in later will not be found: \(error)"))
        }
        searchAll()
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        guard let chosen else { return }
        do throws(IOError) {
            try chosen.reader.follow(plan)
        } catch {
            handler(.warning("\(chosen.device.name) cannot be read: \(error)"))
        }
    }

    package func select(_ id: String?) {
        guard id != chosen?.device.path else { return }
        drop()
        guard let device = devices.first(where: { $0.path == id }), let channel = device.channel
        else { return }
        do throws(IOError) {
            let reader = try threads.reader(of: channel, device.correction) { [weak self] event in
                self?.receive(event, from: device)
            }
            chosen = (device, reader)
            follow(plan)
        } catch {
            handler(.warning("\(device.name) cannot be read: \(error)"))
        }
    }

    package func read(_ id: String) { probe(at: devices.filter { $0.path == id }) {} }

    package func list(_ answer: @escaping ([(id: String, listing: SensorListing)]) -> Void) {
        probe(at: devices.filter { !isInUse($0) }) { [weak self] in answer(self?.listings ?? []) }
    }

    private func handler(_ event: LightEvent) { report(.light(event)) }

    // MARK: Devices that appear and disappear

    private func receive(_ event: HotplugWatch.Event) {
        switch event {
        case .unknown:
            searchAll()
        case .devices(let devices):
            for device in devices {
                let isGone = device.action == "remove"
                replace(device.syspath, with: isGone ? nil : KernelDevice(device))
            }
            probeOthers()
        }
    }

    private func searchAll() {
        do throws(IOError) {
            let found = try KernelDevice.all(udev)
            let gone = Set(devices.map(\.path)).subtracting(found.map(\.path))
            for path in gone { replace(path, with: nil) }
            for device in found { replace(device.path, with: device) }
            probeOthers()
        } catch {
            handler(.warning("light sensors cannot be looked for: \(error)"))
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
        if old != nil { report(.gone(id: path)) }
        if let device {
            devices.append(device)
            devices.sort { $0.path < $1.path }
            report(.found(found(device)))
        }
    }

    /// Lets one be selected once all are known, and reads the others once.
    private func probeOthers() {
        report(.settled)
        probe(
            at: devices.filter { latest[$0.path] == nil && $0.path != chosen?.device.path }
        ) {}
    }

    private func found(_ device: KernelDevice) -> FoundSensor {
        var found = FoundSensor(
            id: device.path, key: device.key, name: device.name, place: device.rank,
            isCalled: device.isCalled)
        found.location = device.location
        found.isUnderLid = device.isUnderLid
        found.isUsable = isUsable(device)
        found.note = device.note
        return found
    }

    /// Reading has failed before udev has reported the removal.
    private func forget(_ device: KernelDevice) {
        replace(device.path, with: nil)
        report(.settled)
    }

    // MARK: The selected device

    private func drop() {
        guard let chosen else { return }
        self.chosen = nil
        threads.giveBack(chosen.reader)
    }

    private func receive(_ event: SensorReader.Event, from device: KernelDevice) {
        switch event {
        case .outcome(let outcome): receive(outcome, from: device)
        case .oddity(let words): handler(.warning("light sensor \(device.name): \(words)"))
        case .still(let isStill): handler(.still(isStill))
        }
    }

    private func receive(_ outcome: PollScheduler.Outcome, from device: KernelDevice) {
        switch outcome {
        case .quiet: break
        case .report(let samples):
            latest[device.path] = Latest(
                light: samples.last?.light, readAt: samples.last?.at)
            handler(.readings(samples))
        case .fault(let lastValid, let fault):
            let problem = Self.problem(fault, of: device)
            latest[device.path, default: Latest()].problem = problem
            if warnings.isDue(at: .now) {
                handler(.warning("light sensor \(device.name): \(problem)"))
            }
            if fault.meansGone { return forget(device) }
            handler(.missed(lastValid: lastValid, fault))
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
            try threads.probes.read(at: channels) { [weak self] path, answer in
                self?.record(answer, of: path)
            } then: {
                done()
            }
        } catch {
            handler(.warning("a light sensor cannot be read: \(error)"))
            done()
        }
    }

    private func record(_ answer: SensorProbe.Outcome, of path: String) {
        guard let device = devices.first(where: { $0.path == path }) else { return }
        switch answer {
        case .success(let light):
            latest[path] = Latest(light: light, readAt: .now)
            report(.read(id: path, light))
        case .failure(let fault) where fault.meansGone: forget(device)
        case .failure(let fault):
            latest[path, default: Latest()].problem = Self.problem(fault, of: device)
            report(.read(id: path, nil))
        }
    }

    private var listings: [(id: String, listing: SensorListing)] {
        devices.map { device in
            let last = latest[device.path]
            let sample = isInUse(device) ? chosen?.reader.latest : nil
            let light = sample?.light ?? last?.light
            var listing = SensorListing(
                name: device.name, path: device.path, source: device.kind.rawValue,
                light: light?.value, unit: device.channel?.unit, state: .none,
                chosen: device.path == chosen?.device.path,
                problem: problem(of: device) ?? last?.problem, note: device.note)
            listing.age = (sample?.at ?? last?.readAt).map { .now - $0 }
            return (device.path, listing)
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
