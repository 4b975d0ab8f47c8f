import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// The fade of the evening's colours, on clocks of the test.
@Suite(.bounded) struct EveningLightTests {
    private static let candle = ColorTemperature(kelvin: 1900)
    private static let halogen = ColorTemperature(kelvin: 3400)
    private static let dark = WallTime(secondsSinceEpoch: 1_800_000_000)
    private static let light = dark + .hours(14)
    private static let evening = [dark..<light]

    /// A moment relative to the begin of the evening; the machine has run for a day then.
    private func moment(_ span: Microseconds) -> Moment {
        let day = Microseconds.days(1)
        return Moment(
            boot: BootTime(microsecondsSinceBoot: (day + span).count), wall: Self.dark + span)
    }

    private func time(of wake: EveningLight.Wake) -> Microseconds {
        switch wake {
        case .boot(let time):
            Microseconds(time.microsecondsSinceBoot) - .days(1)
        case .wall(let time): time - Self.dark
        }
    }

    /// Runs to an end as a timer does, and returns each step.
    private func run(
        _ light: inout EveningLight, from start: Microseconds, to end: Microseconds,
        isReduced: Bool = false
    ) -> [(at: Microseconds, progress: Double)] {
        var steps: [(at: Microseconds, progress: Double)] = []
        var now = moment(start)
        // Ends with the last step before the end, as each is later than the one before.
        while true {
            if light.isFadeDue(at: now) { light.begin(isReduced: isReduced, at: now) }
            light.advance(to: now)
            steps.append((now.wall - Self.dark, light.progress))
            guard let wake = light.nextStep(after: now), time(of: wake) <= end else { return steps }
            precondition(time(of: wake) > now.wall - Self.dark, "a wake-up has to be later")
            now = moment(time(of: wake))
        }
    }

    private func scheduled(
        _ temperature: ColorTemperature, fade: Microseconds, at start: Microseconds = -.hours(2),
        _ evenings: [Range<WallTime>] = evening
    ) -> EveningLight {
        var light = EveningLight(temperature, fade: fade)
        light.jump(to: .hours(evenings), at: moment(start))
        return light
    }

    @Test(
        .row("N55"),
        arguments: [1000, 1500, 1900, 2500, 3400, 5000, 6000], [10, 30, 120] as [Int64])
    func `no step of a long fade is seen, and none is without effect`(
        _ kelvin: Int, _ minutes: Int64
    ) {
        let temperature = ColorTemperature(kelvin: kelvin)
        var light = scheduled(temperature, fade: .minutes(minutes))
        let steps = run(&light, from: -.hours(2), to: .hours(16))
        #expect(steps.last?.progress == 0)
        #expect(steps.contains { $0.progress == 1 })
        for (one, next) in zip(steps, steps.dropFirst()) {
            let (before, after) = (
                EveningColors(temperature, progress: one.progress).gains,
                EveningColors(temperature, progress: next.progress).gains
            )
            let changes = [
                abs(after.red - before.red), abs(after.green - before.green),
                abs(after.blue - before.blue),
            ]
            #expect(changes.allSatisfy { $0 <= EveningColors.largestStep + 1e-9 })
            #expect(changes.contains { $0 > 0 })
            if minutes >= 30 { #expect(next.at - one.at >= .seconds(5)) }
        }
        // Half of each fade is before its boundary.
        let begin = steps.first { $0.progress > 0 }?.at ?? .zero
        let done = steps.first { $0.progress == 1 }?.at ?? .zero
        #expect(abs((begin + done).count) < Microseconds.minutes(minutes).count / 20)
    }

    @Test(.row("N55")) func `between two fades nothing wakes the filter`() throws {
        var light = scheduled(Self.halogen, fade: .minutes(30), at: .hours(3))
        let now = moment(.hours(3))
        light.advance(to: now)
        let wake = try #require(light.nextStep(after: now))
        #expect(time(of: wake) > .hours(13) + .minutes(44))
        #expect(!light.isFading)
    }

    @Test func `without a fade the colours change at the boundary`() {
        var light = scheduled(Self.halogen, fade: .zero)
        let steps = run(&light, from: -.hours(2), to: .hours(16))
        #expect(steps.map(\.at) == [-.hours(2), .zero, .hours(14)])
        #expect(steps.map(\.progress) == [0, 1, 0])
    }

    @Test func `a choice by hand fades in three seconds`() {
        var light = scheduled(Self.halogen, fade: .minutes(30), at: .hours(3))
        #expect(light.progress == 1)
        light.aim(at: .none, slowly: false, at: moment(.hours(3)))
        let steps = run(&light, from: .hours(3), to: .hours(4))
        #expect(steps.last?.progress == 0)
        #expect(steps.last?.at == .hours(3) + .seconds(3))
        light.aim(at: .hours(Self.evening), slowly: false, at: moment(.hours(5)))
        let back = run(&light, from: .hours(5), to: .hours(6))
        #expect(back.last?.progress == 1)
        #expect(back.last?.at == .hours(5) + .seconds(3))
    }

    @Test func `a short fade stays short for a choice by hand`() {
        var light = EveningLight(Self.halogen, fade: .seconds(1))
        light.aim(at: .evening, slowly: false, at: moment(.zero))
        #expect(run(&light, from: .zero, to: .hours(1)).last?.at == .seconds(1))
    }

    @Test func `a dark appearance fades slowly, and its steps are not seen`() {
        var light = EveningLight(Self.candle, fade: .minutes(30))
        light.aim(at: .evening, slowly: true, at: moment(.zero))
        let steps = run(&light, from: .zero, to: .hours(1))
        #expect(steps.last?.progress == 1)
        #expect(steps.last?.at == .minutes(30))
        let changes = zip(steps, steps.dropFirst()).map { $1.progress - $0.progress }
        #expect(changes.allSatisfy { $0 <= 0.005 + 1e-9 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1.at - $0.at >= .seconds(5) })
    }

    @Test func `a light appearance turns a slow fade back from where it is`() {
        var light = EveningLight(Self.candle, fade: .minutes(30))
        light.aim(at: .evening, slowly: true, at: moment(.zero))
        _ = run(&light, from: .zero, to: .minutes(10))
        let turn = light.progress
        #expect(turn > 0.3 && turn < 0.4)
        light.aim(at: .none, slowly: true, at: moment(.minutes(10)))
        let steps = run(&light, from: .minutes(10), to: .hours(1))
        #expect(steps.allSatisfy { $0.progress <= turn })
        #expect(steps.last?.progress == 0)
    }

    @Test(.row("N52"), arguments: [Microseconds.minutes(1), .hours(1)])
    func `a boundary in a suspend is caught up in three seconds`(_ late: Microseconds) {
        var light = scheduled(Self.halogen, fade: .minutes(30), at: -.hours(1))
        let resume = moment(late)
        #expect(light.isFadeDue(at: resume))
        let steps = run(&light, from: late, to: late + .seconds(3))
        #expect(steps.count > 10)
        let target = min(0.5 + late.inSeconds / 1800, 1)
        #expect(abs(light.progress - target) < 0.02)
    }

    @Test(.row("N22")) func `a fade that a suspend interrupts is complete after it`() {
        var light = EveningLight(Self.candle, fade: .minutes(30))
        light.aim(at: .evening, slowly: true, at: moment(.zero))
        _ = run(&light, from: .zero, to: .minutes(1))
        light.advance(to: moment(.hours(2)))
        #expect(light.progress == 1)
        #expect(light.nextStep(after: moment(.hours(2))) == nil)
    }

    @Test(.row("N53")) func `with reduced motion the colours change once, at the boundary`() {
        var light = scheduled(Self.halogen, fade: .minutes(30))
        let steps = run(&light, from: -.hours(2), to: .hours(16), isReduced: true)
        let changes = zip(steps, steps.dropFirst()).filter { $0.progress != $1.progress }
        #expect(changes.map(\.1.at) == [.zero, .hours(14)])
    }

    @Test(.row("N58")) func `an evening shorter than its fade is weaker and symmetric`() {
        let evenings = [Self.dark..<Self.dark + .minutes(30)]
        var light = scheduled(Self.halogen, fade: .hours(2), evenings)
        let steps = run(&light, from: -.hours(2), to: .hours(3))
        let greatest = steps.map(\.progress).max() ?? 0
        #expect(greatest > 0.2 && greatest < 0.3)
        #expect(steps.first?.progress == 0 && steps.last?.progress == 0)
    }

    @Test(.row("N58")) func `two evenings whose fades overlap never jump`() {
        let evenings = [
            Self.dark..<Self.dark + .hours(3),
            Self.dark + .hours(3) + .minutes(20)..<Self.dark + .hours(8),
        ]
        var light = scheduled(Self.candle, fade: .hours(2), evenings)
        let steps = run(&light, from: -.hours(2), to: .hours(10))
        let changes = zip(steps, steps.dropFirst()).map { abs($1.progress - $0.progress) }
        #expect(changes.allSatisfy { $0 <= 0.0051 })
        #expect(steps.last?.progress == 0)
    }

    @Test(arguments: Seeds.chosen(1...20))
    func `the next step is the first instant of another progress`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        var at = Self.dark
        let evenings = (0..<3).map { _ -> Range<WallTime> in
            let begin = at + .seconds(.random(in: 1...40_000, using: &dice))
            at = begin + .seconds(.random(in: 1...40_000, using: &dice))
            return begin..<at
        }
        let fade = Microseconds.seconds(.random(in: 1...7200, using: &dice))
        for _ in 0..<20 {
            let now = Self.dark + .seconds(.random(in: -9_000...200_000, using: &dice))
            func progress(_ instant: WallTime) -> Double {
                var light = EveningLight(Self.halogen, fade: fade)
                light.jump(
                    to: .hours(evenings),
                    at: Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: instant))
                return light.progress
            }
            var light = EveningLight(Self.halogen, fade: fade)
            let moment = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: now)
            light.jump(to: .hours(evenings), at: moment)
            guard case .wall(let next)? = light.nextStep(after: moment) else {
                #expect(progress(now + .days(30)) == progress(now))
                continue
            }
            #expect(next > now && progress(next) != progress(now))
            #expect(progress(next - Microseconds(1)) == progress(now))
        }
    }

    /// A change by hand of any temperature, from the colours of any other one on its way: to its own, or back.
    @Test(.row("N55"), arguments: [Microseconds.seconds(3), .minutes(30)])
    func `no step of a change by hand is seen`(_ length: Microseconds) {
        let fade = Microseconds.minutes(30)
        func change(_ kelvin: Int) -> Channels { ColorTemperature(kelvin: kelvin).gains }
        for kelvin in stride(from: 1000, through: 6500, by: 100) {
            let gains = change(kelvin)
            let (least, sum) = (
                1 - min(gains.red, gains.green, gains.blue), 2 - gains.green - gains.blue
            )
            for other in stride(from: kelvin, through: 6500, by: 100) {
                let on = sum > 0 ? (2 - change(other).green - change(other).blue) / sum : 0
                for goal in [EveningLight.Goal.evening, .none] {
                    var light = EveningLight(ColorTemperature(kelvin: kelvin), fade: fade)
                    // The schedule has that progress then.
                    let start = Microseconds(Int64(on * Double(fade.count))) - .minutes(15)
                    light.jump(to: .hours(Self.evening), at: moment(start))
                    light.aim(at: goal, slowly: length == fade, at: moment(start))
                    let steps = run(&light, from: start, to: start + .hours(1))
                    let pairs = zip(steps, steps.dropFirst())
                    let largest = pairs.map { abs($1.progress - $0.progress) }.max() ?? 0
                    #expect(
                        largest * least <= EveningColors.largestStep + 1e-9,
                        "\(kelvin) K from \(other) K to \(goal): \(largest * least)")
                    let shortest = pairs.map { $1.at - $0.at }.min() ?? .hours(1)
                    #expect(shortest >= (length == fade ? .seconds(5) : Microseconds(16_600)))
                    #expect((steps.last?.at ?? start) - start <= length + .milliseconds(350))
                    #expect(steps.last?.progress == (goal == .none ? 0 : 1))
                }
            }
        }
    }

    @Test func `a report knows the way`() {
        var light = scheduled(Self.halogen, fade: .minutes(30))
        for (at, isFading, isEnding) in [
            (Microseconds.minutes(-5), true, false), (.minutes(5), true, false),
            (.hours(2), false, false), (.hours(14) - .minutes(5), true, true),
            (.hours(14) + .minutes(5), true, true), (.hours(15), false, false),
        ] {
            light.jump(to: .hours(Self.evening), at: moment(at))
            #expect(light.isFading == isFading, "\(at)")
            #expect(light.isEnding(at: moment(at)) == isEnding, "\(at)")
        }
    }
}
