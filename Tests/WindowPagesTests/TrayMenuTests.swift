import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing
import WindowPages

/// The menu of the icon in a panel.
@Suite(.bounded) struct TrayMenuTests {
    private let noon = SentenceTests.noon
    private let format = SentenceTests.format()

    private func menu(_ status: Snapshot?, hasWindow: Bool = false) -> TrayMenu {
        TrayMenu(status.map { SentenceTests.state($0) }, hasWindow: hasWindow, at: noon, format)
    }

    private func labels(_ menu: TrayMenu) -> [String] {
        menu.items.map { $0.kind == .separator ? "-" : $0.label }
    }

    @Test func `without a daemon the menu offers to start it`() {
        let menu = menu(nil)
        #expect(labels(menu) == ["The service is not running.", "-", "Start the service"])
        #expect(menu.title == "Not running")
    }

    @Test func `only a chosen mode has an end`() {
        let modes = ["-", "Automatic", "Light", "Dark", "Night"]
        #expect(
            Array(labels(menu(SentenceTests.status())).dropFirst()) == modes + [
                "-", "Skip the next change", "Pause changes",
            ])
        let later = noon + .hours(3)
        let chosen = menu(SentenceTests.status(.dark, .manual, mode: .dark, until: later))
        #expect(
            Array(labels(chosen).dropFirst())
                == modes + ["-", "Until 15:00", "Until I change it", "-", "Pause changes"])
        let forever = menu(SentenceTests.status(.dark, .manual, mode: .dark))
        #expect(
            forever.items.filter { $0.kind == .radio(isOn: true) }.map(\.label)
                == ["Dark", "Until I change it"])
        // The schedule of the state is dark at 19:00, where the daemon may know that nothing changes.
        #expect(labels(forever).contains("Until the next change"))
        #expect(
            chosen.items.filter { $0.kind == .radio(isOn: true) }.map(\.label)
                == ["Dark", "Until 15:00"])
    }

    @Test func `a choice is temporary, and automatic is not`() {
        let menu = menu(SentenceTests.status(), hasWindow: true)
        let commands = menu.items.compactMap(\.command)
        #expect(
            commands == [
                .setMode(.auto, isTemporary: false), .setMode(.light, isTemporary: true),
                .setMode(.dark, isTemporary: true), .setMode(.night, isTemporary: true),
                .skipChange, .setPause(true), .openWindow,
            ])
        #expect(menu.item(41)?.label == "Settings…")
        #expect(Set(menu.items.map(\.id)).count == menu.items.count)
    }

    @Test func `the night filter can be turned off while night is due or shown`() {
        func item(_ status: Snapshot, isNightOff: Bool?) -> TrayMenu.Item? {
            TrayMenu(
                SentenceTests.state(status), hasWindow: false, isNightOff: isNightOff, at: noon,
                format
            ).items.first { $0.label == "Not tonight" }
        }
        let night = SentenceTests.status(.night, .schedule)
        let due = SentenceTests.status(
            .dark, .schedule, next: NextChange(at: noon + .hours(1), appearance: .night))
        for status in [night, due] {
            #expect(item(status, isNightOff: nil) == nil)
            #expect(item(status, isNightOff: false)?.command == .setNightOff(true))
            #expect(item(status, isNightOff: true)?.kind == .check(isOn: true))
        }
        let day = SentenceTests.status(.light, .schedule)
        #expect(item(day, isNightOff: false) == nil)
        // It can be turned on again at any time.
        #expect(item(day, isNightOff: true)?.command == .setNightOff(false))
    }

    @Test func `the evening is named, and can be turned off`() {
        let evening = EveningReport(temperature: 2700, until: noon + .hours(1), state: .on)
        func menu(_ evening: EveningReport?) -> TrayMenu {
            TrayMenu(
                SentenceTests.state(SentenceTests.status(.light, .schedule)), hasWindow: false,
                isNightOff: false, evening: evening, at: noon, format)
        }
        let text = menu(evening).item(3)
        #expect(text?.kind == .text && text?.label.hasPrefix("Evening: 2,700 K until ") == true)
        #expect(menu(evening).items.contains { $0.label == "Not tonight" })
        #expect(menu(nil).item(3) == nil)
    }

    /// A panel reads the whole menu again at each change of it.
    @Test func `the level of light changes nothing`() {
        let menus = [100, 200].map { lux in
            var status = SentenceTests.status(.light, .sensor)
            status.sensor = .trusted
            status.light = LightReading(value: Double(lux), unit: .lux)
            return menu(status)
        }
        #expect(menus[0] == menus[1])
        #expect(menus[0].sentence == "The light in the room decides.")
    }
}
