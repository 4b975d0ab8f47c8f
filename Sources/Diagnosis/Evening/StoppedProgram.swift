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

    init(_ program: EveningProgram) {
        name = program.name
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

    /// Reads the record in a state directory; `nil` without one.
    static func read(in folder: String) -> StoppedProgram? {
        guard let bytes = try? FileReading.bytes(of: path(in: folder), limit: 4096),
            let record = try? JSON(decoding: bytes), let name = record["name"]?.string
        else { return nil }
        return StoppedProgram(
            name: name, unit: record["unit"]?.string,
            nightLight: record["night_light"]?.string.flatMap(NightLight.init))
    }

    private init(name: String, unit: String?, nightLight: NightLight?) {
        self.name = name
        self.unit = unit
        self.nightLight = nightLight
    }

    /// Writes the record.
    func write(in folder: String) throws(CommandLineError) {
        let record = JSON.object([
            .init(name: "name", value: .string(name)),
            .init(name: "unit", value: unit.map(JSON.string) ?? .null),
            .init(name: "night_light", value: nightLight.map { .string($0.rawValue) } ?? .null),
        ])
        try FileWriting.write(record.text, to: Self.path(in: folder))
    }

    static func remove(in folder: String) throws(CommandLineError) {
        try FileWriting.remove(path(in: folder))
    }
}
