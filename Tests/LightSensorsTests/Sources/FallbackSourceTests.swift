import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Linux
import Testing

/// Several sources as one.
@Suite(.bounded) struct FallbackSourceTests {
    /// A source that tells what a test has it tell.
    private final class Puppet: LightSource {
        var tell: ((LightEvent) -> Void)?
        var plan: PollPlan?
        let name: String
        private let hasOne: Bool

        init(_ name: String, hasOne: Bool = false) {
            self.name = name
            self.hasOne = hasOne
        }

        func start(_ tell: @escaping (LightEvent) -> Void) {
            self.tell = tell
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
        func find() { tell?(.found(key: name, name: name)) }
        func lose() { tell?(.lost(name: name)) }
        func read(_ level: Double) {
            tell?(
                .readings([
                    LightSample(
                        at: BootTime(microsecondsSinceBoot: 0),
                        light: LightReading(value: level, unit: .lux))
                ]))
        }
        func refuse() { tell?(.missed(lastValid: nil, .failed(.permissionDenied))) }
        func fail() { tell?(.missed(lastValid: nil, .silent)) }
    }

    private let ear = Ear()
    private let plan = PollPlan.every(.seconds(1))

    private func chosen(_ catalog: FallbackSource) -> [String] {
        var names: [String] = []
        catalog.list { names = $0.filter(\.chosen).map(\.name) }
        return names
    }

    @Test func `the first that has a sensor is read and no other is looked for`() {
        let (first, second) = (Puppet("first", hasOne: true), Puppet("second", hasOne: true))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        catalog.follow(plan)
        #expect(ear.found == ["first"])
        #expect(first.plan == plan)
        #expect(second.tell == nil)
        #expect(chosen(catalog) == ["first"])
    }

    @Test func `where the first has none the next is asked`() {
        let (first, second) = (Puppet("first"), Puppet("second"))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        catalog.follow(plan)
        #expect(ear.events == [])
        second.find()
        #expect(ear.found == ["second"])
        #expect(second.plan == plan)
        // One that is in use stays in use.
        first.find()
        #expect(ear.found == ["second"])
        second.lose()
        #expect(ear.lost == ["second"])
        #expect(ear.found == ["second", "first"])
        #expect(first.plan == plan)
    }

    @Test func `one that will not be read gives way to one that will`() {
        let (first, second) = (Puppet("first", hasOne: true), Puppet("second"))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        catalog.follow(plan)
        first.refuse()
        #expect(ear.missed.count == 1)
        #expect(ear.found == ["first"])
        #expect(second.tell != nil)
        second.find()
        #expect(ear.lost == ["first"])
        #expect(ear.found == ["first", "second"])
        #expect(first.plan == .off)
        #expect(second.plan == plan)
        #expect(chosen(catalog) == ["second"])
        second.read(7)
        first.read(8)
        #expect(ear.samples.map(\.light.value) == [7])
    }

    @Test func `where nobody else will the refused one is asked on`() {
        let (first, second) = (Puppet("first", hasOne: true), Puppet("second"))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        catalog.follow(plan)
        first.refuse()
        second.find()
        second.lose()
        #expect(ear.found == ["first", "second", "first"])
        #expect(first.plan == plan)
        first.read(7)
        #expect(ear.samples.count == 1)
    }

    @Test func `a sensor that only fails is not abandoned`() {
        let (first, second) = (Puppet("first", hasOne: true), Puppet("second", hasOne: true))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        first.fail()
        #expect(ear.found == ["first"])
        #expect(second.tell == nil)
    }

    @Test func `a plan holds for whoever comes next`() {
        let (first, second) = (Puppet("first", hasOne: true), Puppet("second", hasOne: true))
        let catalog = FallbackSource([first, second])
        catalog.start(ear.hear)
        catalog.follow(.off)
        first.lose()
        #expect(second.plan == .off)
        catalog.follow(plan)
        #expect(second.plan == plan)
        #expect(first.plan == .off)
    }
}
