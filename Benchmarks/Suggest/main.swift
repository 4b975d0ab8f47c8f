// The use of `appearancectl suggest`: people with thresholds of their own live through half of a light
// recording, accept the suggestion, and live through the other half.
//
//   suggest-benchmark PEOPLE OFFICE.csv OCCUPIED.csv ROOF.csv

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

/// The result of one person in one room.
struct Result {
    var first = 0
    /// The corrections and reversals in the second half with the present settings, and with the
    /// suggested ones.
    var without = 0
    var with = 0
    var reversalsWithout = 0
    var reversalsWith = 0
    var isSuggested = false
}

func result(_ room: Room, _ person: Person) throws -> Result {
    let settings = EngineSettings(
        Configuration(), place: Coordinates(latitudeDegrees: 50.45, longitudeDegrees: 3.95),
        zone: .utc)
    let first = Run(room.half(false), person, settings)
    guard first.corrections > 0 else { return Result() }
    let suggestion = ThresholdSuggestion(
        [try RecordedCourse(first.recording)], from: settings.ambient)
    let without = Run(room.half(true), person, settings)
    var accepted = settings
    accepted.ambient = suggestion.after
    let with = suggestion.refusal == nil ? Run(room.half(true), person, accepted) : without
    if CommandLine.arguments.contains("--verbose") {
        print(
            "\(room.name) T=\(Int(person.thresholdLux)) first \(first.corrections) →",
            "\(suggestion.after.thresholds.darkBelow)/\(suggestion.after.thresholds.lightAbove)",
            "\(suggestion.refusal.map { "\($0)" } ?? "") spared \(suggestion.spared)/\(suggestion.corrections)",
            "second \(without.corrections) → \(with.corrections)")
    }
    return Result(
        first: first.corrections, without: without.corrections, with: with.corrections,
        reversalsWithout: without.reversals, reversalsWith: with.reversals,
        isSuggested: suggestion.refusal == nil)
}

func median(_ values: [Int]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
        ? Double(sorted[middle]) : Double(sorted[middle - 1] + sorted[middle]) / 2
}

let arguments = CommandLine.arguments.filter { !$0.hasPrefix("--") }
guard arguments.count == 5, let people = Int(arguments[1]), people > 1 else {
    print("usage: suggest-benchmark PEOPLE OFFICE.csv OCCUPIED.csv ROOF.csv")
    exit(2)
}
let office = try trace(arguments[2])
let occupied = try trace(arguments[3])
let roof = try trace(arguments[4])
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
let outside = Room(name: "roof", trace: roof, presence: presence)
let rooms = [
    Room(name: "office", trace: office, presence: presence), outside,
    home.behindWindow("window 0.2 %, lamp 60", factor: 0.002, lampLux: 60),
    home.behindWindow("window 0.5 %, lamp 150", factor: 0.005, lampLux: 150),
    home.behindWindow("window 1 %, lamp 100", factor: 0.01, lampLux: 100),
    home.behindWindow("window 3 %, lamp 300", factor: 0.03, lampLux: 300),
]
print(
    "| room | judges by | corrects by | suggested | 2nd half, median of those |"
        + " sum of all | reversals | worse by 2 or more |")
print("|---|---|---|---|---|---|---|---|")
for room in rooms {
    for judgement in Person.Judgement.allCases where judgement != .hour {
        for habit in Person.Habit.allCases {
            let results = try (0..<people).map { index in
                let share = Double(index) / Double(people - 1)
                return try result(
                    room,
                    Person(
                        thresholdLux: 15 * pow(400.0 / 15, share), judgement, habit, seed: index))
            }
            let suggested = results.filter(\.isSuggested)
            print(
                "| \(room.name) | \(judgement) | \(habit) | \(suggested.count) of \(people) |"
                    + " \(median(suggested.map(\.without))) → \(median(suggested.map(\.with))) |"
                    + " \(results.map(\.without).reduce(0, +)) → \(results.map(\.with).reduce(0, +)) |"
                    + " \(results.map(\.reversalsWithout).reduce(0, +)) →"
                    + " \(results.map(\.reversalsWith).reduce(0, +)) |"
                    + " \(results.count { $0.with > $0.without + 1 }) |")
        }
    }
}
