// iio-sensor-proxy: a service on the system bus that reads the machine's sensor for all programs
// that claim it.
//
// It reports changes only, so between its signals it is polled, as often as the plan requires: a
// reply confirms that the light is unchanged, and a service that hangs does not reply. Before the
// first change after a claim its level may be a default, 0, or remain from another claim, and is
// ignored; from two seconds after the claim only 0 is, if it has had no other level yet.

package import AppearanceModel
package import DBus
package import EventLoop
import Linux

/// The light sensor of iio-sensor-proxy, claimed only while it is needed.
package final class ProxySource: LightSource {
    /// Follows the system bus: the connection while there is one, `nil` when it is lost; it ends
    /// when the result is released.
    package typealias BusFollower = (@escaping (BusConnection?) -> Void) -> AnyObject

    /// The name in listings and in `sensor.ignore`.
    package static let sensorName = "iio-sensor-proxy"

    private let isIgnored: Bool
    private let loop: EventLoop
    private let followBus: BusFollower
    private var busFollower: AnyObject?
    private var service: SensorService?
    private var ownerWatch: Subscription?
    private var timer: TimerSource?
    private var handler: (LightEvent) -> Void = { _ in }

    private var isPresent = false
    /// Whether the service has not answered whether there is a sensor.
    private var isUnanswered = false
    private var claim = Claim.none
    /// Whether a level has been valid since the claim.
    private var hasChanged = false
    /// Whether the service has had another level than its default, so that zero is a level too.
    private var hasBeenRead = false
    /// The number of the claim, which distinguishes its replies from those of an earlier one.
    private var claimNumber = 0
    private var plan = PollPlan.off
    private var pace = PollScheduler()
    private var isAsking = false
    private var unit = LightUnit.lux
    private var problem: String?
    private var warnings = LogRateLimit()

    /// The progress of claiming the sensor.
    private enum Claim: Equatable {
        case none
        case asked
        case granted(since: BootTime)
        case refused(since: BootTime)
    }

    /// The time after the claim from which an unchanged level is valid: the service has read the
    /// sensor by then.
    private static let settling = Microseconds.seconds(2)
    /// The intervals at which a service that does not answer is asked whether there is a sensor.
    private static let search = PollPlan.every(.seconds(5))
    /// The time after which a refused claim is made again: the session may be active by then.
    private static let refusalPause = Microseconds.seconds(60)

    /// A source on the system bus, which may be missing.
    package init(
        on loop: EventLoop, bus followBus: @escaping BusFollower, ignoring ignored: [String]
    ) {
        self.loop = loop
        self.followBus = followBus
        isIgnored = ignored.contains(Self.sensorName)
    }

    package func start(_ handler: @escaping (LightEvent) -> Void) {
        self.handler = handler
        do throws(IOError) {
            timer = try loop.timer(.boottime) { [weak self] in self?.timeHasCome() }
        } catch {
            return handler(.warning("iio-sensor-proxy cannot be asked: \(error)"))
        }
        busFollower = followBus { [weak self] in self?.join($0) }
    }

    // The connection outlives this source, and a claim would too.
    deinit {
        release()
        ownerWatch?.cancel()
        service?.leave()
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        pace.hurry()
        if plan == .off { release() } else { claimLight() }
        arm()
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        guard isPresent else { return answer([]) }
        answer([
            SensorListing(
                name: Self.sensorName, path: "", source: "proxy",
                light: pace.latest?.light.value, unit: unit, state: .none, chosen: !isIgnored,
                problem: isIgnored ? "sensor.ignore names it" : problem)
        ])
    }

    // MARK: The service appears and disappears

    private func join(_ bus: BusConnection?) {
        ownerWatch?.cancel()
        ownerWatch = nil
        leave()
        ownerWatch = bus?.followOwner(of: SensorService.name) { [weak self, weak bus] owner in
            guard let self else { return }
            leave()
            if let owner, let bus { meet(SensorService(owner, on: bus)) }
        }
    }

    private func meet(_ service: SensorService) {
        self.service = service
        service.onChange = { [weak self] in self?.receive($0) }
        askForSensor()
    }

    /// Asks whether there is a sensor, and less and less often again if the service does not answer.
    private func askForSensor() {
        isUnanswered = false
        service?.ask { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let report): receive(report)
            case .failure:
                isUnanswered = true
                _ = pace.receive(.failure(.silent), at: .now, plan: Self.search)
            }
            arm()
        }
    }

    /// Ignores all that the service has reported, and its pending replies.
    private func leave() {
        service?.leave()
        service = nil
        isUnanswered = false
        setPresence(false)
    }

    private func setPresence(_ isThere: Bool) {
        guard isThere != isPresent else { return }
        isPresent = isThere
        claim = .none
        isAsking = false
        hasBeenRead = false
        pace = PollScheduler()
        problem = nil
        warnings = LogRateLimit()
        guard !isIgnored else { return }
        if isThere {
            handler(.found(key: SensorService.name, name: Self.sensorName))
            claimLight()
        } else {
            handler(.lost(name: Self.sensorName))
        }
        arm()
    }

    // MARK: Claiming

    private func claimLight() {
        guard let service, isPresent, !isIgnored, plan != .off, claim == .none else { return }
        claim = .asked
        hasChanged = false
        claimNumber += 1
        service.claim { [weak self, claimNumber] answer in
            guard let self, claimNumber == self.claimNumber, claim == .asked else { return }
            switch answer {
            case .success: claim = .granted(since: .now)
            case .failure(let error): refuse(error)
            }
            arm()
        }
    }

    private func refuse(_ error: DBusError) {
        claim = .refused(since: .now)
        let advice =
            error.name == DBusError.accessDeniedName
            ? "; polkit's action net.hadess.SensorProxy.claim-sensor decides who may" : ""
        let words = "iio-sensor-proxy does not let its sensor be read: \(error.message)\(advice)"
        problem = words
        if warnings.isDue(at: .now) { handler(.warning(words)) }
        handler(.missed(lastValid: pace.latest?.at, .silent))
    }

    private func release() {
        switch claim {
        case .none: return
        case .asked, .granted: service?.release()
        case .refused: break
        }
        claim = .none
        isAsking = false
    }

    // MARK: Reading

    private func arm() {
        guard !isAsking, let due = nextLook else { return timer?.disarm() ?? () }
        timer?.arm(at: max(due, .now).microsecondsSinceBoot)
    }

    private var nextLook: BootTime? {
        switch claim {
        case .none: isUnanswered && !isPresent ? pace.due(Self.search) : nil
        case .asked: nil
        case .refused(let since): since + Self.refusalPause
        case .granted(let since):
            pace.due(plan).map { hasChanged ? $0 : max($0, since + Self.settling) }
        }
    }

    private func timeHasCome() {
        guard isPresent else { return askForSensor() }
        if case .refused = claim {
            claim = .none
            return claimLight()
        }
        guard let service else { return }
        isAsking = true
        service.ask { [weak self, claimNumber] answer in
            guard let self, claimNumber == self.claimNumber, isAsking else { return }
            isAsking = false
            switch answer {
            case .success(let report): receive(report)
            case .failure: receive(.failure(.silent))
            }
            arm()
        }
    }

    private func receive(_ report: SensorReport) {
        if let unit = report.unit { self.unit = unit }
        if let hasLight = report.hasLight { setPresence(hasLight) }
        guard let level = report.level else { return }
        if level != 0 { hasBeenRead = true }
        // With the sensor, all properties are reported, which is no change after the claim.
        guard case .granted = claim else { return }
        // Until then, zero may be the default or a dark room. It is read again at the next poll.
        guard hasBeenRead else { return pace.pass(at: .now) }
        hasChanged = true
        receive(reading(level))
        arm()
    }

    private func reading(_ level: Double) -> Result<LightReading, SensorReadError> {
        do throws(SensorReadError) {
            return .success(try LightReading(checking: level, in: unit))
        } catch { return .failure(error) }
    }

    private func receive(_ reading: Result<LightReading, SensorReadError>) {
        let wasStill = pace.isStill
        let outcome = pace.receive(reading, at: .now, plan: plan)
        // A range without a unit has wide steps.
        if pace.isStill != wasStill, unit == .lux { handler(.still(pace.isStill)) }
        switch outcome {
        case .quiet: problem = nil
        case .report(let samples):
            problem = nil
            handler(.readings(samples))
        case .fault(let lastValid, let fault):
            let words = "no reading from iio-sensor-proxy: \(fault)"
            problem = words
            if warnings.isDue(at: .now) { handler(.warning(words)) }
            handler(.missed(lastValid: lastValid, fault))
        }
    }
}
