import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import CAdw
import Diagnosis
import Linux
import SettingsFile
import WindowPages

/// The rows of the place whose sun counts, which is found by the name of a city, without a network.
@MainActor final class PlaceView {
    /// The number of cities that are offered.
    private static let mostCities = 6

    private let place = Widget.row(tr("Place"))
    private let zone: Widget
    private let city = Widget.entry(tr("City"))
    private var found: [Widget] = []
    let widget: Widget
    private let writer: SettingsWriter

    init(_ writer: SettingsWriter) {
        self.writer = writer
        zone = Widget.button(tr("Use the Time Zone's")) {
            _ = writer.write([
                .init(removing: "location.latitude"), .init(removing: "location.longitude"),
            ])
        }
        place.addSuffix(zone)
        widget = .group([place, city])
        city.connect("apply") { [weak self] in self?.search() }
    }

    func show(_ page: WhenPage, _ format: PageFormatter) {
        place.setSubtitle(format.text(of: page.place))
        zone.setVisible(page.place.origin != .timeZone)
    }

    private func search() {
        let table = try? CityTable.read { CurrentProcess.variable($0) }
        let search = PlaceSearch(table, .machine(in: nil))
        let cities = search.cities(named: city.text)
        let offered = cities.isEmpty ? search.suggestions(for: city.text) : cities
        if cities.count == 1 { return use(cities[0]) }
        offer(
            offered.prefix(Self.mostCities).map { city in
                let row = Widget.row(city.text, subtitle: city.coordinates.text)
                let button = Widget.button(tr("Use")) { [weak self] in self?.use(city) }
                button.setName(tr("Use %s").filled(city.text))
                row.addSuffix(button)
                return row
            })
        guard offered.isEmpty else { return }
        writer.report(tr("No city has this name; the nearest larger one does as well"))
    }

    private func use(_ city: City) {
        offer([])
        self.city.setEditedText("")
        guard let error = writer.write(PlaceChange(city).changes) else { return }
        writer.report(error.reason)
    }

    private func offer(_ rows: [Widget]) {
        widget.replace(&found, by: rows)
    }
}
