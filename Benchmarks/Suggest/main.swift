// The use of `appearancectl suggest`: people with thresholds of their own live through the first half of
// some days, accept the suggestion, and live through the second half.
//
//   suggest-benchmark seen                                 in the homes by which the estimator was made
//   suggest-benchmark unseen                               in others, which it was not made on
//   suggest-benchmark recorded PEOPLE OFFICE.csv OCCUPIED.csv ROOF.csv
//   suggest-benchmark history SEED > history.jsonl         four weeks in a home, as the daemon keeps them

import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import Glibc

func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { fatalError("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

func trace(_ path: String) throws -> LightTrace {
    try LightTrace(
        csv: text(of: path), zone: .utc, start: WallTime(microsecondsSinceEpoch: 0))
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Prints the sums of some people.
func summarize(_ outcomes: [Outcome]) {
    let suggested = outcomes.filter(\.isSuggested)
    func sum(_ key: (Outcome) -> Int) -> Int { suggested.map(key).reduce(0, +) }
    let ratios = suggested.filter { $0.without > 0 }.map { Double($0.with) / Double($0.without) }
    print(
        "",
        "suggestions: \(suggested.count) of \(outcomes.count) people,"
            + " \(outcomes.count { $0.suggestion.refusal == .noRoom }) without room",
        "corrections: \(sum(\.without)) → \(sum(\.with)), median"
            + " \(median(suggested.map { Double($0.without) })) →"
            + " \(median(suggested.map { Double($0.with) })), median of the ratios"
            + " \((median(ratios) * 100).rounded() / 100)",
        "worse by 2 or more: \(suggested.count { $0.with > $0.without + 1 })",
        "reversals: \(sum(\.reversalsWithout)) → \(sum(\.reversalsWith)), more for"
            + " \(suggested.count { $0.reversalsWith > $0.reversalsWithout })",
        "reversals if nobody corrected: \(sum(\.aloneWithout)) → \(sum(\.aloneWith)), more for"
            + " \(suggested.count { $0.aloneWith > $0.aloneWithout })",
        separator: "\n")
}

func print(homes seeds: Range<Int>) throws {
    print("| home | corrections | suggestion | second half | reversals |")
    print("|---|---|---|---|---|")
    var outcomes: [Outcome] = []
    for seed in seeds {
        var home = Home(seed: seed)
        let outcome = try Outcome(
            home.room(named: "\(seed)"), Resident(seed: seed), fromRecording: false)
        outcomes.append(outcome)
        let after = outcome.suggestion.after.thresholds
        print(
            "| \(seed): \(home.use.rawValue), lamp \(home.lamp.rawValue)"
                + " | \(outcome.first)"
                + " | \(outcome.isSuggested ? "\(Int(after.darkBelow)) / \(Int(after.lightAbove))" : "none")"
                + " | \(outcome.without) → \(outcome.with)"
                + " | \(outcome.reversalsWithout) → \(outcome.reversalsWith) |")
    }
    summarize(outcomes)
}

func print(recorded people: Int, _ paths: ArraySlice<String>) throws {
    let traces = try paths.map(trace)
    let (office, occupied, roof) = (traces[0], traces[1], traces[2])
    let midnight = occupied.start.secondsSinceEpoch / 86_400 * 86_400
    let presence = occupied.rows.map { row in
        (
            minute: Int((occupied.start + row.offset).secondsSinceEpoch - midnight) / 60,
            isPresent: (row.lux?.value ?? 0) > 0
        )
    }
    /// The same people at home, three hours later.
    let evenings = presence.map { (minute: $0.minute + 180, isPresent: $0.isPresent) }
    let home = Room(name: "home", trace: roof, presence: evenings)
    let rooms = [
        Room(name: "office", trace: office, presence: presence),
        Room(name: "roof", trace: roof, presence: presence),
        home.behindWindow("window 0.2 %, lamp 60", factor: 0.002, lampLux: 60),
        home.behindWindow("window 0.5 %, lamp 150", factor: 0.005, lampLux: 150),
        home.behindWindow("window 1 %, lamp 100", factor: 0.01, lampLux: 100),
        home.behindWindow("window 3 %, lamp 300", factor: 0.03, lampLux: 300),
    ]
    print(
        "| room | people who correct | with a suggestion | their corrections | median |"
            + " reversals | worse by 2 or more |")
    print("|---|---|---|---|---|---|---|")
    var all: [Outcome] = []
    for room in rooms {
        var outcomes: [Outcome] = []
        for judgement in Person.Judgement.allCases where judgement != .hour {
            for habit in Person.Habit.allCases {
                outcomes += try (0..<people).map { index in
                    let share = Double(index) / Double(people - 1)
                    return try Outcome(
                        room,
                        Person(
                            thresholdLux: 15 * pow(400.0 / 15, share), judgement, habit,
                            seed: index), fromRecording: true)
                }
            }
        }
        all += outcomes
        let suggested = outcomes.filter(\.isSuggested)
        func sum(_ key: (Outcome) -> Int) -> Int { suggested.map(key).reduce(0, +) }
        print(
            "| \(room.name) | \(outcomes.count { $0.first > 0 }) | \(suggested.count)"
                + " | \(sum(\.without)) → \(sum(\.with))"
                + " | \(median(suggested.map { Double($0.without) })) →"
                + " \(median(suggested.map { Double($0.with) }))"
                + " | \(outcomes.map(\.reversalsWithout).reduce(0, +)) →"
                + " \(outcomes.map(\.reversalsWith).reduce(0, +))"
                + " | \(outcomes.count { $0.with > $0.without + 1 }) |")
    }
    summarize(all)
}

let arguments = CommandLine.arguments.dropFirst()
let seed = arguments.dropFirst().first.flatMap { Int($0) }
switch (arguments.first, arguments.count) {
case ("seen", 1): try print(homes: 1..<121)
case ("unseen", 1): try print(homes: 1_001..<1_121)
case ("recorded", 5):
    guard let seed, seed > 1 else { fallthrough }
    try print(recorded: seed, arguments.dropFirst(2))
case ("history", 2):
    guard let seed else { fallthrough }
    var home = Home(seed: seed)
    let run = Run(home.room(named: "\(seed)"), Resident(seed: seed), Outcome.settings)
    print(String(decoding: run.history, as: UTF8.self), terminator: "")
default:
    print("usage: suggest-benchmark seen | unseen | history SEED")
    print("       suggest-benchmark recorded PEOPLE OFFICE.csv OCCUPIED.csv ROOF.csv")
    exit(2)
}
