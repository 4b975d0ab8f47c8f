import AppearanceEngine
import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import LightSensors
import Linux
import Testing

@testable import AppearanceDaemon

/// The order in which the runtime performs the engine's effects.
@Suite(.bounded) struct RuntimeTests {
    /// A clock that does not advance.
    private final class StillTimers: Timers {
        var now = Moment(
            boot: BootTime(microsecondsSinceBoot: 1_000_000_000),
            wall: WallTime(microsecondsSinceEpoch: 1_774_000_000_000_000))
        var suspend: Microseconds?

        func start(_ tell: @escaping (Event) -> Void) {}
        func suspendedSpan() -> Microseconds? {
            defer { suspend = nil }
            return suspend
        }
        func wake(at time: BootTime) {}
        func wake(at time: WallTime?) {}
    }

    /// A journal of everything that the runtime does to others.
    private final class Journal: Publisher, StateStore {
        var lines: [String] = []
        /// An event to submit while a snapshot is published.
        var onPublish: () -> Void = {}

        func publish(_ snapshot: Snapshot) {
            lines.append("publish \(snapshot.appearance)")
            onPublish()
        }
        func publishLight(_ snapshot: Snapshot) {}
        func save(_ state: SavedState) { lines.append("save \(state.appearance)") }
        func save(configuration text: [UInt8]) {}
        func forgetConfiguration() {}
        func finish() { lines.append("finish") }
    }

    /// A sensor that lists itself.
    private final class ListedSource: LightSource {
        let listings: [SensorListing]
        private(set) var plans: [PollPlan] = []

        init(_ listings: [SensorListing]) { self.listings = listings }

        func start(_ tell: @escaping (LightEvent) -> Void) { tell(.found(key: "a", name: "als")) }
        func follow(_ plan: PollPlan) { plans.append(plan) }
        func list(_ answer: @escaping ([SensorListing]) -> Void) { answer(listings) }
    }

    /// A sensor under the lid, and one beside it, which is used while the lid is closed.
    private final class DockedSource: LightSource {
        private var tell: (LightEvent) -> Void = { _ in }

        func start(_ tell: @escaping (LightEvent) -> Void) {
            self.tell = tell
            tell(.found(key: "als", name: "als"))
        }
        func follow(_ plan: PollPlan) {}
        func list(_ answer: @escaping ([SensorListing]) -> Void) { answer([]) }
        func moveLid(isClosed: Bool) {
            let key = isClosed ? "usb" : "als"
            tell(.found(key: key, name: key, SensorRole(isUnderLid: !isClosed)))
        }
    }

    private let timers = StillTimers()
    private let journal = Journal()
    private let runtime: Runtime

    init() {
        let settings = EngineSettings(Configuration(), place: nil, zone: .utc)
        runtime = Runtime(
            Engine(settings, saved: nil, at: timers.now), on: timers, log: Log { _ in })
        runtime.publishers = [journal]
        runtime.stateStore = journal
    }

    private func events(_ body: () -> Void) -> [Event] {
        var events: [Event] = []
        runtime.record = { event, _, _, _ in events.append(event) }
        body()
        return events
    }

    @Test func `a state is saved after all publishers have received it`() {
        runtime.start(nil)
        journal.lines = []
        #expect(runtime.submit(.modeChosen(.night, end: nil)) == nil)
        #expect(journal.lines == ["publish night", "save night"])
        runtime.stop()
        #expect(journal.lines.last == "finish")
    }

    @Test func `a suspend is noticed before the event that follows it`() {
        runtime.start(nil)
        timers.suspend = .seconds(3600)
        let events = events { _ = runtime.submit(.modeChosen(.dark, end: nil)) }
        #expect(events == [.suspended(.seconds(3600)), .modeChosen(.dark, end: nil)])
    }

    @Test(.row("T16"))
    func `a clock that was set is handled before a deadline that is due by it`() {
        runtime.start(nil)
        #expect(runtime.submit(.modeChosen(.dark, end: .after(.hours(8)))) == nil)
        timers.now.wall = timers.now.wall + .hours(12)
        let events = events { _ = runtime.submit(.deadline) }
        #expect(events == [.wallClockChanged, .deadline])
        #expect(runtime.snapshot?.mode == .dark)
        #expect(runtime.snapshot?.until == timers.now.wall + .hours(8))
        let later = self.events { _ = runtime.submit(.wallClockChanged) }
        #expect(later == [.wallClockChanged])
    }

    @Test func `an event sent by a publisher waits for its turn`() {
        runtime.start(nil)
        journal.lines = []
        var hasAsked = false
        journal.onPublish = {
            guard !hasAsked else { return }
            hasAsked = true
            #expect(runtime.submit(.modeChosen(.dark, end: nil)) == nil)
            journal.lines.append("asked")
        }
        #expect(runtime.submit(.modeChosen(.night, end: nil)) == nil)
        #expect(
            journal.lines == ["publish night", "asked", "save night", "publish dark", "save dark"])
    }

    @Test func `a reload that a publisher answers leaves no older state with the others`() {
        let other = Journal()
        runtime.publishers = [journal, other]
        runtime.start(nil)
        journal.onPublish = {
            journal.onPublish = {}
            #expect(runtime.submit(.modeChosen(.dark, end: nil)) == nil)
        }
        other.lines = []
        timers.now = Moment(
            boot: timers.now.boot + .seconds(1), wall: timers.now.wall + .seconds(1))
        runtime.loadConfiguration(from: nil, .configurationRefused(nil))
        #expect(other.lines == ["publish light", "publish dark"])
        #expect(runtime.snapshot?.appearance == .dark)
    }

    @Test(.row("S28"))
    func
        `the closing lid replaces its sensor before the engine hears of it, the opening one after`()
    {
        runtime.start(DockedSource())
        func key(_ event: Event) -> String {
            switch event {
            case .sensorFound(let key, _): key
            case .lidClosed(let isClosed): isClosed ? "closed" : "open"
            default: "another event"
            }
        }
        #expect(events { _ = runtime.submit(.lidClosed(true)) }.map(key) == ["usb", "closed"])
        #expect(events { _ = runtime.submit(.lidClosed(false)) }.map(key) == ["open", "als"])
    }

    @Test(.row("S27")) func `a source that is replaced while the lid is closed hears of it`() {
        runtime.start(nil)
        _ = runtime.submit(.lidClosed(true))
        let events = events { runtime.replaceSource(with: DockedSource()) }
        guard case .sensorFound("usb", _)? = events.last else {
            Issue.record("\(events)")
            return
        }
        _ = runtime.submit(.lidClosed(false))
        let later = self.events { runtime.replaceSource(with: DockedSource()) }
        guard case .sensorFound("als", _)? = later.last else {
            Issue.record("\(later)")
            return
        }
    }

    @Test func `a refused event changes nothing and returns the refusal to the caller`() {
        runtime.start(nil)
        let before = runtime.snapshot
        journal.lines = []
        let end = ModeEnd(lasting: .seconds(60))
        #expect(runtime.submit(.modeChosen(.auto, end: end)) == .autoCannotEnd)
        #expect(journal.lines == [])
        #expect(runtime.snapshot == before)
    }

    @Test func `only the sensor in use is listed with the engine's judgement`() {
        let other = SensorListing(
            name: "other", path: "/b", source: "iio", light: 3, unit: .lux, state: .none,
            chosen: false, problem: nil)
        var chosen = other
        chosen.chosen = true
        runtime.start(ListedSource([chosen, other]))
        var listed: [SensorListing] = []
        runtime.listSensors { listed = $0 }
        #expect(listed.map(\.state) == [runtime.snapshot?.sensor, SensorState.none])
        #expect(listed.first?.state != SensorState.none)
    }

    @Test func `a replaced source is stopped, and its sensor is removed`() {
        let first = ListedSource([])
        runtime.start(first)
        let events = events { runtime.replaceSource(with: nil) }
        #expect(first.plans.last == .off)
        #expect(events == [.sensorLost])
        var listed: [SensorListing]?
        runtime.listSensors { listed = $0 }
        #expect(listed?.isEmpty == true)
    }
}
