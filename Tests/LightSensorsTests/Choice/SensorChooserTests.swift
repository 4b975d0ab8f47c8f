import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Linux
import Testing

/// Several light sensors as one source.
@Suite(.bounded) struct SensorChooserTests {
    /// A source controlled by a test.
    private final class ControlledSource: LightSource {
        var handler: ((LightEvent) -> Void)?
        var plan: PollPlan?
        let name: String
        private let hasOne: Bool

        init(_ name: String, hasOne: Bool = false) {
            self.name = name
            self.hasOne = hasOne
        }

        func start(_ handler: @escaping (LightEvent) -> Void) {
            self.handler = handler
            if hasOne { find() }
        }
        func follow(_ plan: PollPlan) { self.plan = plan }
        func list(_ answer: @escaping ([SensorListing]) -> Void) {
            answer([
                SensorListing(
                    name: name, path: "", source: name, light: nil, unit: .lux, state: .none,
                    chosen: true, problem: nil)
            ])
        }
        func find() { handler?(.found(key: name, name: name)) }
        func lose() { handler?(.lost(name: name)) }
        func read(_ level: Double) {
            handler?(
                .readings([
                    LightSample(
                        at: BootTime(microsecondsSinceBoot: 0),
                        light: LightReading(value: level, unit: .lux))
                ]))
        }
        func refuse() { handler?(.missed(lastValid: nil, .failed(.permissionDenied))) }
        func fail() { handler?(.missed(lastValid: nil, .silent)) }
    }

    /// A group controlled by a test.
    private final class ControlledGroup: SensorGroup {
        private(set) var report: (SensorGroupEvent) -> Void = { _ in }

        func start(_ report: @escaping (SensorGroupEvent) -> Void) { self.report = report }
        func select(_ id: String?) {}
        func follow(_ plan: PollPlan) {}
        func read(_ id: String) {}
        func list(_ answer: @escaping ([(id: String, listing: SensorListing)]) -> Void) {
            answer([])
        }
    }

    private let log = LightEventLog()
    private let plan = PollPlan.every(.seconds(1))

    private func chooser(_ sources: ControlledSource...) throws -> SensorChooser {
        SensorChooser(
            sources.enumerated().map { SourceGroup($1, place: $0) },
            on: try EventLoop())
    }

    private func chosen(_ catalog: SensorChooser) -> [String] {
        var names: [String] = []
        catalog.list { names = $0.filter(\.chosen).map(\.name) }
        return names
    }

    @Test func `the first group with a sensor is read and no other is started`() throws {
        let (first, second) = (
            ControlledSource("first", hasOne: true), ControlledSource("second", hasOne: true)
        )
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(plan)
        #expect(log.found == ["first"])
        #expect(first.plan == plan)
        #expect(second.handler == nil)
        #expect(chosen(catalog) == ["first"])
    }

    @Test func `without a sensor in the first group the next one is started`() throws {
        let (first, second) = (ControlledSource("first"), ControlledSource("second"))
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(plan)
        #expect(log.events == [])
        second.find()
        #expect(log.found == ["second"])
        #expect(second.plan == plan)
        // The sensor in use stays in use.
        first.find()
        #expect(log.found == ["second"])
        second.lose()
        #expect(log.lost == ["second"])
        #expect(log.found == ["second", "first"])
        #expect(first.plan == plan)
        first.lose()
        first.find()
        #expect(log.found == ["second", "first", "first"])
    }

    @Test func `a sensor that refuses to be read is replaced by the next group's`() throws {
        let (first, second) = (ControlledSource("first", hasOne: true), ControlledSource("second"))
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(plan)
        first.refuse()
        #expect(log.missed.count == 1)
        #expect(log.found == ["first"])
        #expect(second.handler != nil)
        second.find()
        #expect(log.lost == ["first"])
        #expect(log.found == ["first", "second"])
        #expect(first.plan == .off)
        #expect(second.plan == plan)
        #expect(chosen(catalog) == ["second"])
        second.read(7)
        first.read(8)
        #expect(log.samples.map(\.light.value) == [7])
    }

    @Test func `without another group the refused sensor is tried again`() throws {
        let (first, second) = (ControlledSource("first", hasOne: true), ControlledSource("second"))
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(plan)
        first.refuse()
        second.find()
        second.lose()
        #expect(log.found == ["first", "second", "first"])
        #expect(first.plan == plan)
        first.read(7)
        #expect(log.samples.count == 1)
    }

    @Test func `a sensor that only fails is not abandoned`() throws {
        let (first, second) = (
            ControlledSource("first", hasOne: true), ControlledSource("second", hasOne: true)
        )
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        first.fail()
        #expect(log.found == ["first"])
        #expect(second.handler == nil)
    }

    @Test func `a group that has lost its sensor reads no other beside the next group`() throws {
        let (first, second) = (
            ControlledSource("first", hasOne: true), ControlledSource("second", hasOne: true)
        )
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(plan)
        first.lose()
        first.find()
        #expect(log.found == ["first", "second"])
        #expect(first.plan == .off)
        #expect(second.plan == plan)
    }

    @Test(arguments: [true, false])
    func `a device of the same key is another one if the last was stuck`(isStuck: Bool) throws {
        let group = ControlledGroup()
        let chooser = SensorChooser([group], on: try EventLoop())
        chooser.start(log.record)
        func find(_ id: String) {
            group.report(
                .found(FoundSensor(id: id, key: "als", name: id, place: 0) { _ in false }))
        }
        find("a")
        group.report(.settled)
        if isStuck { group.report(.light(.still(true))) }
        group.report(.gone(id: "a"))
        find("b")
        group.report(.settled)
        #expect(log.keys == ["als", "als"])
        let ends = log.events.compactMap { event in
            if case .lost(_, .removed) = event { true } else { nil }
        }
        #expect(ends.count == (isStuck ? 1 : 0))
        // It is reported for the one that was stuck alone.
        group.report(.gone(id: "b"))
        find("c")
        group.report(.settled)
        #expect(
            log.events.count { if case .lost(_, .removed) = $0 { true } else { false } }
                == ends.count)
    }

    @Test func `the plan applies to the next group too`() throws {
        let (first, second) = (
            ControlledSource("first", hasOne: true), ControlledSource("second", hasOne: true)
        )
        let catalog = try chooser(first, second)
        catalog.start(log.record)
        catalog.follow(.off)
        first.lose()
        #expect(second.plan == .off)
        catalog.follow(plan)
        #expect(second.plan == plan)
        #expect(first.plan == .off)
    }
}
