internal import AppearanceDesktop
internal import AppearanceProtocol
internal import Console
internal import Linux

/// The record of the program that setup has stopped because the night filter replaces it, for reset.
package struct StoppedProgram: Equatable, Sendable {
    /// The name for people.
    package let name: String
    /// The unit of the user's service manager; `nil` for another origin.
    let unit: String?
    /// The night light of a desktop; `nil` for another origin.
    let nightLight: NightLight?
    /// The evening's temperature of the configuration before it was stopped; 0 for none.
    let temperature: Int

    init(_ program: EveningProgram, temperature: Int) {
        name = program.name
        self.temperature = temperature
        switch program.origin {
        case .unit(let unit): (self.unit, nightLight) = (unit, nil)
        case .process: (unit, nightLight) = (nil, nil)
        case .nightLight(let light): (unit, nightLight) = (nil, light)
        }
    }

    /// The commands that start it again; none for one that its user has to start.
    var startCommands: [Command] {
        if let unit { return [Command("systemctl", "--user", "enable", "--now", unit)] }
        return nightLight?.switchCommands(on: true) ?? []
    }

    // MARK: File

    private static func path(in folder: String) -> String { folder + "/evening-program.json" }

    /// Reads the records in a state directory, in the order of stopping; none without a file.
    ///
    /// An earlier version has written a single one, and no list.
    ///
    /// - Throws: `CommandLineError` if the file cannot be read or is damaged.
    static func all(in folder: String) throws(CommandLineError) -> [StoppedProgram] {
        let path = path(in: folder)
        guard let bytes = try FileReading.bytesIfPresent(of: path, limit: 65_536) else { return [] }
        let json = try? JSON(decoding: bytes)
        let records = json.map { ($0.array ?? [$0]).compactMap(StoppedProgram.init) } ?? []
        guard !records.isEmpty else {
            throw CommandLineError(
                """
                \(path) is damaged, so the program that setup has stopped is unknown.
                Start it again yourself; then: rm \(path.shellWord)
                """)
        }
        return records
    }

    private init?(_ record: JSON) {
        guard let name = record["name"]?.string else { return nil }
        self.name = name
        unit = record["unit"]?.string
        nightLight = record["night_light"]?.string.flatMap(NightLight.init)
        temperature = record["temperature"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    }

    private var json: JSON {
        .object([
            .init(name: "name", value: .string(name)),
            .init(name: "unit", value: unit.map(JSON.string) ?? .null),
            .init(name: "night_light", value: nightLight.map { .string($0.rawValue) } ?? .null),
            .init(name: "temperature", value: .integer(Int64(temperature))),
        ])
    }

    /// Adds the record to those of programs that were stopped before, unless it is there.
    func add(in folder: String) throws(CommandLineError) {
        let records = try Self.all(in: folder)
        // One that was started by hand meanwhile is the same program.
        guard !records.contains(where: { $0.name == name && (unit == nil || $0.unit == unit) })
        else { return }
        try Self.write(records + [self], in: folder)
    }

    /// Writes the records; removes the file if there are none.
    static func write(_ records: [StoppedProgram], in folder: String) throws(CommandLineError) {
        guard !records.isEmpty else { return try FileWriting.remove(path(in: folder)) }
        try FileWriting.write(JSON.array(records.map(\.json)).text, to: path(in: folder))
    }
}
