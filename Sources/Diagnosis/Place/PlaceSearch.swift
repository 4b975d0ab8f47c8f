package import AppearanceEngine
package import AppearanceModel

/// The search for the place of a name, without a network: in the table of cities and in that of time zones.
package struct PlaceSearch: Sendable {
    /// The number of suggestions.
    private static let mostSuggestions = 5

    /// The table of cities; `nil` if it is missing.
    private let table: CityTable?
    /// The places of the time zones.
    private let zones: [City]

    package init(_ table: CityTable?, _ files: ZoneFiles) {
        self.table = table
        zones = files.places.map { City(zone: $0.zone, $0.coordinates) }
    }

    /// Returns the cities of a name, the largest first, of which each has a sun of its own.
    ///
    /// A region or a country may follow, with a comma or without: `Victoria, CA`.
    package func cities(named text: String) -> [City] {
        let whole = SearchWord.of(text)
        guard !whole.isEmpty else { return [] }
        let found = cities(whole, [])
        guard found.isEmpty else { return found }
        let parts = text.split(separator: ",").map { SearchWord.of(String($0)) }
        if parts.count > 1, !parts[0].isEmpty { return cities(parts[0], Array(parts.dropFirst())) }
        let words = whole.split(separator: " ")
        for count in 1..<max(1, min(words.count, 5)) {
            let name = words.dropLast(count).joined(separator: " ")
            let found = cities(name, [words.suffix(count).joined(separator: " ")])
            if !found.isEmpty { return found }
        }
        return []
    }

    private func cities(_ word: String, _ qualifiers: [String]) -> [City] {
        let matches = (table?.matches(word) ?? []).filter { match in
            qualifiers.allSatisfy { word in
                word.isEmpty || match.around.hasPart(";\(word)\(word.count < 4 ? ";" : "")")
            }
        }
        // Another name counts only for a larger city than those with the name itself: Washington, D.C.
        let largest = matches.filter(\.isName).map(\.city.thousands).max() ?? -1
        let known = matches.filter { $0.isName || $0.city.thousands > largest }.map(\.city)
            .sorted { $0.thousands > $1.thousands }
        let places = qualifiers.isEmpty ? zones.filter { $0.isCalled(word) } : []
        return (known + places).reduce(into: []) { cities, city in
            if !cities.contains(where: { $0.coordinates.isNear(city.coordinates) }) {
                cities.append(city)
            }
        }
    }

    /// Returns the cities that an unknown name may mean, the likeliest first.
    package func suggestions(for text: String) -> [City] {
        let name = SearchWord.of(String(text.prefix { $0 != "," }))
        guard !name.isEmpty else { return [] }
        let ways = [
            { self.cities(name, []) }, { self.table?.cities(beginningWith: name) ?? [] },
            { self.table?.cities(near: name) ?? [] },
            {
                let near = Suggestion.nearest(to: name, among: self.zones.map(\.name))
                return self.zones.filter { $0.name == near }
            },
        ]
        for way in ways {
            let found = way()
            if !found.isEmpty { return Array(found.prefix(Self.mostSuggestions)) }
        }
        return []
    }

    /// Returns the name by which one of several cities is found alone.
    package func query(for city: City) -> String {
        guard !city.country.isEmpty else { return city.timeZone }
        let names = [
            city.name, "\(city.name), \(city.countryCode)", "\(city.name), \(city.country)",
            "\(city.name), \(city.region)", "\(city.name), \(city.region), \(city.country)",
        ]
        return names.first { cities(named: $0) == [city] } ?? city.coordinates.words
    }

    /// Returns the city nearest to a place, and its distance in kilometres; `nil` without the table.
    package func nearest(to place: Coordinates) -> (city: City, kilometres: Double)? {
        table?.nearest(to: place)
    }
}

extension City {
    /// Whether a word is the town or the whole name of the time zone.
    fileprivate func isCalled(_ word: String) -> Bool {
        SearchWord.of(name) == word || SearchWord.of(timeZone) == word
    }
}

extension Coordinates {
    /// The two numbers with a blank between them, as they are given to a command.
    package var words: String { "\(latitudeDegrees) \(longitudeDegrees)" }
}
