// The engine by itself: one sample after another, and a year of schedule, each as a line of JSON.
//
//   engine-benchmark samples COUNT    light that moves and changes nothing, as engine.c takes it too
//   engine-benchmark year COUNT       every boundary of a year, so many times
//   engine-benchmark limits COUNT     the same, of times by the sun within limits

import AppearanceEngine
import AppearanceModel
import Glibc

/// The light of the second so and so, in lux: around 300, and never steady.
///
/// engine.c has the same.
func lux(at second: Int) -> Double {
    300 * (0.8 + 0.4 * Double(second * 7919 % 101) / 100)
}

func nanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

let midsummer = WallTime(microsecondsSinceEpoch: 1_782_000_000_000_000)
let berlin = EngineSettings(
    Configuration(), place: Coordinates(latitudeDegrees: 52.52, longitudeDegrees: 13.40),
    zone: TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc)

/// Returns the moment of a second, always at the same time of day: a boundary would be more than a sample.
func moment(_ second: Int) -> Moment {
    Moment(boot: BootTime(microsecondsSinceBoot: Int64(second) * 1_000_000), wall: midsummer)
}

func takeSamples(_ count: Int) {
    var engine = Engine(berlin, saved: nil, at: moment(0))
    var told = engine.handle(.started, at: moment(0)).effects.count
    told += engine.handle(.sensorFound(key: "benchmark"), at: moment(0)).effects.count
    let warmUp = 100
    var begin: Int64 = 0
    for second in 1...(warmUp + count) {
        if second == warmUp + 1 { begin = nanoseconds() }
        guard let lux = Lux(lux(at: second)) else { continue }
        let now = moment(second)
        told += engine.handle(.light(LightSample(at: now.boot, lux: lux)), at: now).effects.count
    }
    // In hundredths: the text of more digits would be an allocation, which is counted.
    let each = (Double(nanoseconds() - begin) / Double(count) * 100).rounded() / 100
    let level = engine.snapshot?.light?.value ?? -1
    print(#"{"row": "sample", "ns": \#(each), "level": \#(level), "effects": \#(told)}"#)
}

/// Returns the schedule with limits for each of its times.
func limited(_ schedule: Schedule) -> Schedule {
    var settings = schedule.settings
    let times = ["sunrise, 06:00 to 08:00", "sunset, 18:00 to 21:00", "sunset+4h, 22:00 to 01:00"]
        .compactMap { TimeExpression($0) }
    settings.everyDay.light = times[0]
    settings.everyDay.dark = times[1]
    settings.everyDay.night = times[2]
    return Schedule(settings, schedule.sunPlace, zone: schedule.zone)
}

func drawYears(_ count: Int, of schedule: Schedule) {
    var boundaries = 0
    let begin = nanoseconds()
    for year in 0..<count {
        // A little later each time, so that nothing can be kept from the last.
        let start = midsummer + .seconds(Int64(year))
        boundaries += schedule.boundaries(after: start, through: start + .days(365)).count
    }
    let each = Double(nanoseconds() - begin) / Double(count) / 1_000
    print(#"{"row": "year", "us": \#(each), "boundaries": \#(boundaries / count)}"#)
}

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.last.flatMap { Int($0) }) {
case ("samples", let count?) where count > 0: takeSamples(count)
case ("year", let count?) where count > 0: drawYears(count, of: berlin.schedule)
case ("limits", let count?) where count > 0: drawYears(count, of: limited(berlin.schedule))
default:
    print("usage: engine-benchmark samples COUNT | year COUNT | limits COUNT")
    exit(2)
}
