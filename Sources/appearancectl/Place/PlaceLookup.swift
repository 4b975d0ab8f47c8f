internal import AppearanceModel
internal import Console
internal import Diagnosis
internal import Linux
internal import SettingsFile

/// The look-up of a place that a person names, with a question if several have the name.
struct PlaceLookup {
    private let search: PlaceSearch
    /// The reason why there is no table of cities; `nil` if there is one.
    private let gap: CommandLineError?

    init() {
        var (table, gap): (CityTable?, CommandLineError?) = (nil, nil)
        do throws(CommandLineError) {
            table = try CityTable.read { CurrentProcess.variable($0) }
        } catch {
            gap = error
        }
        self.gap = gap
        search = PlaceSearch(table, .machine)
    }

    /// Returns the place of a name or of two numbers; `nil` if the user has chosen none of several.
    ///
    /// The command is the one that names the place without a question, up to the name.
    ///
    /// - Throws: `CommandLineError` if no place has the name, or if several have and nobody can be asked.
    func place(of text: String, command: String) throws(CommandLineError) -> PlaceChange? {
        if let coordinates = Coordinates(text: text) {
            let near = nearest(to: coordinates).map { "near \($0.text)" } ?? ""
            return PlaceChange(coordinates.rounded, name: near)
        }
        let cities = try cities(named: text)
        guard cities.count > 1 else { return cities.first.map(PlaceChange.init) }
        guard Question.isPossible else {
            throw CommandLineError(
                "\(cities.count) places are called \"\(text)\". Name one of them:\n"
                    + lines(of: cities, command), .usage)
        }
        StandardOutput.line("\(cities.count) places are called \"\(text)\":")
        let number = Question.number(
            "Which one?", of: cities.map { "\($0.text)  (\($0.coordinates.text))" })
        return number.map { PlaceChange(cities[$0]) }
    }

    /// Returns the places of a name, the largest first.
    ///
    /// - Throws: `CommandLineError` with suggestions if there is none.
    func cities(named text: String) throws(CommandLineError) -> [City] {
        let found = search.cities(named: text)
        guard found.isEmpty else { return found }
        let near = search.suggestions(for: text)
        let hint =
            switch near.count {
            case 0: gap.map { ".\n\($0.text)" } ?? "."
            case 1: "; did you mean \(near[0].text)?"
            case _: "; did you mean one of these?" + near.map { "\n  \($0.text)" }.joined()
            }
        throw CommandLineError(
            """
            no city "\(text.excerpt)"\(hint)
            For a smaller place, name the nearest city, or give degrees: appearancectl place 52.5 13.4
            """)
    }

    /// Returns the nearest city, if it has about the same sun; `nil` without one, or without the table.
    func nearest(to place: Coordinates) -> City? {
        guard let nearest = search.nearest(to: place), nearest.kilometres < 100 else { return nil }
        return nearest.city
    }

    private func lines(of cities: [City], _ command: String) -> String {
        let commands = cities.map { "\(command) \(search.query(for: $0).shellWord)" }
        return Table(zip(commands, cities).map { ["  " + $0, $1.text] }).lines
            .joined(separator: "\n")
    }
}

extension Question {
    /// Asks for one of several answers by its number; `nil` for any other answer, or the end of input.
    static func number(_ question: String, of answers: [String]) -> Int? {
        for (index, answer) in answers.enumerated() {
            StandardOutput.line("  \(index + 1)  \(answer)")
        }
        guard let number = Int(Self.line("\(question) [1-\(answers.count), or Enter for none]")),
            answers.indices.contains(number - 1)
        else { return nil }
        return number - 1
    }

    /// Asks for a line; empty at the end of input.
    static func line(_ question: String) -> String {
        StandardOutput.prompt("\(question) ")
        return (readLine() ?? "").trimmed
    }
}
