public import AppearanceKit

/// The number of colours that a terminal draws.
public enum TerminalColors: String, CaseIterable, Sendable {
    /// Sixteen, whose values are those of the user's theme.
    case sixteen
    /// The 256 of xterm.
    case palette
    /// Every colour.
    case direct

    /// The colours of a terminal by the values of `COLORTERM` and `TERM`.
    public init(colorTerm: String?, term: String?) {
        let term = term ?? ""
        if ["truecolor", "24bit"].contains(colorTerm ?? "") || term.hasSuffix("-direct") {
            self = .direct
        } else {
            self = term.hasSuffix("256color") ? .palette : .sixteen
        }
    }
}

extension Color {
    /// Returns the parameters of the escape sequence that selects the colour in a terminal, or the nearest one.
    ///
    /// They are `38;2;255;0;0`, `38;5;196` or `91`.
    ///
    /// ```swift
    /// print("\u{1B}[\(Color.red.terminalCode(.palette))mText\u{1B}[0m")
    /// ```
    ///
    /// A shade of red stays one: at night nothing else is drawn.
    public func terminalCode(_ colors: TerminalColors, isBackground: Bool = false) -> String {
        let bytes = [red, green, blue].map { Int($0.colorByte) }
        let introducer = isBackground ? 48 : 38
        switch colors {
        case .direct: return "\(introducer);2;\(bytes[0]);\(bytes[1]);\(bytes[2])"
        case .palette: return "\(introducer);5;\(Self.nearest(to: bytes, in: 16..<256, Self.xterm))"
        case .sixteen:
            let number = Self.nearest(to: bytes, in: 0..<16, Self.sixteen)
            return String((number < 8 ? 30 : 82) + number + (isBackground ? 10 : 0))
        }
    }

    private static func nearest(to bytes: [Int], in numbers: Range<Int>, _ color: (Int) -> [Int])
        -> Int
    {
        let isShade = bytes[1] == 0 && bytes[2] == 0
        func distance(_ number: Int) -> Int {
            let other = color(number)
            // Of a shade of red, no colour with green or blue is near.
            if isShade, other[1] != 0 || other[2] != 0 { return .max }
            return zip(bytes, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return numbers.min { distance($0) < distance($1) } ?? numbers.lowerBound
    }

    /// The colour of a number from 16 of xterm: a cube of six steps, then greys.
    private static func xterm(_ number: Int) -> [Int] {
        guard number < 232 else {
            let grey = 8 + 10 * (number - 232)
            return [grey, grey, grey]
        }
        return [36, 6, 1].map { (number - 16) / $0 % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    }

    /// The usual colour of a number below 16, in the order of ANSI.
    private static func sixteen(_ number: Int) -> [Int] {
        if number == 7 { return [192, 192, 192] }
        if number == 8 { return [128, 128, 128] }
        let level = number < 8 ? 128 : 255
        return [1, 2, 4].map { number & $0 > 0 ? level : 0 }
    }
}
