// Declarations of the surrounding program that the examples in the documentation use.

import AppearanceKit
import AppearanceKitGLib
import AppearanceTokens

@MainActor var node = AppearanceNode(fixed: .light)
@MainActor var store: AppearanceStore { fatalError() }
@MainActor var app: AppAppearance { fatalError() }
@MainActor var window = node
@MainActor var list = node
@MainActor var map = node
@MainActor var traits = node.traits
@MainActor var style = node.traits.nightStyle
@MainActor var status = Appearance.current()
@MainActor var tokens = DesignTokens.standard
@MainActor var bytes: [UInt8] = []
@MainActor var photo: [UInt8] = []
@MainActor var width = 640
@MainActor var height = 480
@MainActor var stride = 2560
@MainActor var view = View()
@MainActor var button = View()
@MainActor var badge = View()
@MainActor var label = View()
@MainActor var page = View()
@MainActor var rule = View()
@MainActor var picker = Picker()
@MainActor var provider = Provider()
@MainActor var surface = Surface()
@MainActor var blackLogo: [UInt8] = []
@MainActor var whiteLogo: [UInt8] = []

let card = Card()
struct Card: Sendable { var frame = 0 }
struct Surface { var data: UnsafeMutableRawBufferPointer { .init(start: nil, count: 0) } }
@MainActor struct Provider { func load(_ style: String) {} }

@MainActor final class View {
    var background = Color.white
    var padding = 0.0
    var isDark = false
    var color = SemanticColor("ink", light: .black, dark: .white)
    func fill(_ color: Color) {}
    func draw(_ button: Any) {}
    func hide() {}
    func show(_ shown: Any) {}
    func show(_ shown: Any, filtered: Bool) {}
    func showSign() {}
}

@MainActor final class Picker {
    var onPick: @MainActor (Int) -> Void = { _ in }
    func addRow(_ name: String) {}
    func select(_ choice: AppearanceOverride) {}
}

final class ReaderWindow {
    let background = Color.black
    init(_ node: AppearanceNode) {}
}

func draw(_ what: Any) {}
@discardableResult func draw(_ what: Any, by traits: Traits) -> [UInt8] { [] }
func snapshot(named name: String) -> [UInt8] { [] }
func style(_ what: Any, by traits: Traits) {}
func fill(with color: Color) {}
func fill(_ what: Any, with color: Color) {}
func drawSign(for what: Any) {}
func drawWarningSign() {}
func drawnChart(grid: Color) -> [UInt8] { [] }
func apply(_ status: AppearanceStatus) {}
func restyle(_ appearance: Appearance) {}
func gettext(_ text: String) -> String { text }
@MainActor var old = Traits()
@MainActor var elapsed = Duration.zero
@MainActor var ground = DynamicColor(light: .white, dark: .black)
