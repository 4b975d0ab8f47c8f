package import AppearanceModel

/// Light sensors of one kind, of which at most one is read by a plan.
package protocol SensorGroup: AnyObject {
    /// Searches for sensors and starts reporting; those of the kernel are reported before this returns.
    func start(_ report: @escaping (SensorGroupEvent) -> Void)

    /// Reads this sensor by the plan, and no other; `nil` for none.
    func select(_ id: String?)

    /// Reads the selected sensor by this plan from now on.
    func follow(_ plan: PollPlan)

    /// Reads a sensor that is not selected once, and reports the result.
    func read(_ id: String)

    /// Lists every sensor; those that are not selected are read once for it.
    func list(_ answer: @escaping ([(id: String, listing: SensorListing)]) -> Void)
}

/// An event of a group of sensors, on the thread of its loop.
package enum SensorGroupEvent {
    case found(FoundSensor)
    case gone(id: String)
    /// Every sensor that appeared or disappeared was reported.
    case settled
    /// An event of the selected sensor.
    case light(LightEvent)
    /// A sensor was read once; `nil` if it gave no valid reading.
    case read(id: String, LightReading?)
}

/// A light sensor of a group.
package struct FoundSensor {
    /// Its identifier in the group.
    package var id: String
    /// A key that stays the same across reboots.
    package var key: String
    package var name: String
    /// Its position on the machine, such as `lid`, in words; empty if unknown.
    package var location = ""
    /// Its place in the order, the lowest first.
    package var place: Int
    /// Whether the closed lid covers it.
    package var isUnderLid = true
    /// Whether the configuration allows it, and it measures light.
    package var isUsable = true
    /// A known property of this kind of sensor and its correction; `nil` if there is none.
    package var note: String?
    /// Returns whether a person's text names it.
    package var isCalled: (String) -> Bool

    package init(
        id: String, key: String, name: String, place: Int,
        isCalled: @escaping (String) -> Bool
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.place = place
        self.isCalled = isCalled
    }
}

/// A light source with one sensor at a time as a group.
package final class SourceGroup: SensorGroup {
    /// The place after that of every sensor of the kernel.
    package static let lastPlace = KernelDevice.lastRank

    private let source: any LightSource
    private let place: Int
    private var sensor: (key: String, name: String)?
    private var isSelected = false
    private var plan = PollPlan.off
    private var report: (SensorGroupEvent) -> Void = { _ in }

    /// A group of a source, with the place of its sensor in the order.
    package init(_ source: any LightSource, place: Int) {
        self.source = source
        self.place = place
    }

    package func start(_ report: @escaping (SensorGroupEvent) -> Void) {
        self.report = report
        source.start { [weak self] in self?.receive($0) }
    }

    package func select(_ id: String?) {
        isSelected = id != nil
        source.follow(isSelected ? plan : .off)
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        if isSelected { source.follow(plan) }
    }

    /// Does nothing: a service that reads the machine's sensors for all programs is asked only while its light
    /// is used.
    package func read(_: String) {}

    package func list(_ answer: @escaping ([(id: String, listing: SensorListing)]) -> Void) {
        source.list { [weak self] listings in
            let id = self?.sensor?.key ?? ""
            answer(listings.map { (id, $0) })
        }
    }

    private func receive(_ event: LightEvent) {
        switch event {
        case .found(let key, let name, _):
            sensor = (key, name)
            report(
                .found(FoundSensor(id: key, key: key, name: name, place: place) { $0 == name }))
            report(.settled)
        case .lost:
            guard let sensor else { return }
            self.sensor = nil
            report(.gone(id: sensor.key))
            report(.settled)
        case .readings, .missed, .still:
            if isSelected { report(.light(event)) }
        case .role, .warning, .notice: report(.light(event))
        }
    }
}
