import AppearanceModel
import AppearanceTestSupport
import DBus
import Testing

@testable import AppearanceDaemon

/// The settings that portal apps read.
@Suite(.bounded) struct PortalValuesTests {
    private func scheme(_ appearance: Appearance) -> DBusValue? {
        PortalValues(appearance, PortalSettings())
            .value(of: "color-scheme", in: PortalValues.shared)
    }

    @Test func `light is 2, and both dark and night are 1`() {
        #expect(scheme(.light) == .uint32(2))
        #expect(scheme(.dark) == .uint32(1))
        #expect(scheme(.night) == .uint32(1))
    }

    @Test(arguments: Appearance.allCases)
    func `the exact appearance has a key of its own`(_ appearance: Appearance) {
        let values = PortalValues(appearance, PortalSettings())
        #expect(
            values.value(of: "appearance", in: PortalValues.own) == .string(appearance.rawValue))
    }

    /// An app would keep the value of the appearance it comes from.
    @Test func `a hint of one appearance has a neutral value in the others`() {
        var hints = PortalHints()
        hints.contrast = .higher
        hints.reducedMotion = true
        hints.accentColor = AccentColor(red: 255, green: 0, blue: 51)
        var settings = PortalSettings()
        settings.appearances[.dark] = hints
        let dark = PortalValues(.dark, settings)
        let light = PortalValues(.light, settings)
        let shared = PortalValues.shared
        #expect(dark.value(of: "contrast", in: shared) == .uint32(1))
        #expect(light.value(of: "contrast", in: shared) == .uint32(0))
        #expect(dark.value(of: "reduced-motion", in: shared) == .uint32(1))
        #expect(light.value(of: "reduced-motion", in: shared) == .uint32(0))
        #expect(
            dark.value(of: "accent-color", in: shared)
                == .structure([.double(1), .double(0), .double(0.2)]))
        #expect(
            light.value(of: "accent-color", in: shared)
                == .structure([.double(-1), .double(-1), .double(-1)]))
    }

    @Test func `a hint that no appearance has is not a key`() {
        let keys = PortalValues(.dark, PortalSettings()).settings.map(\.key)
        #expect(keys == ["color-scheme", "appearance"])
    }

    @Test(
        arguments: [
            ([], 2), ([""], 2), (["org.freedesktop.appearance"], 1), (["org.freedesktop.*"], 1),
            (["org.freedesktop.appearance.*"], 1), (["io.github.appearanced"], 1), (["*"], 2),
            (["org.freedesktop"], 0), (["org.freedesktop.appearance.x"], 0), (["org.gnome.*"], 0),
            (["org.gnome.*", "io.*"], 1),
        ] as [([String], Int)])
    func `a pattern matches namespaces as the portal defines it`(
        patterns: [String], count: Int
    ) {
        let values = PortalValues(.light, PortalSettings())
        guard case .dictionary(_, _, let entries) = values.matching(patterns) else {
            Issue.record("not a dictionary")
            return
        }
        #expect(entries.count == count)
    }
}
