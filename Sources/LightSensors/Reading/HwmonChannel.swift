import AppearanceModel

/// The attribute `light` of a hardware monitor: `(L,R)`, two eyes of one byte each, without a unit.
///
/// What counts is the brighter eye, as a part of its range: where there is one eye, the other says 0.
/// Source: `applesmc_light_show` in the kernel's drivers/hwmon/applesmc.c.
package struct HwmonChannel: Hashable, Sendable {
    /// The brightest that an eye can say.
    private static let brightest = 255

    /// The attribute that is read.
    package let path: String
    private let maximumMeansClosed: Bool

    /// The channel behind an attribute.
    package init(path: String, _ correction: Correction = .none) {
        self.path = path
        maximumMeansClosed = correction.maximumMeansClosed
    }

    /// The light in percent of the range, however long that takes.
    package func read() -> Result<Double, SensorReadError> {
        AttributeText.read(path).flatMap { content in
            guard let eyes = Self.eyes(content) else {
                return .failure(.notANumber(LightConversion.printable(content)))
            }
            let brighter = max(eyes.left, eyes.right)
            guard brighter < Self.brightest || !maximumMeansClosed else {
                return .failure(.closed)
            }
            return .success(Double(brighter) * 100 / Double(Self.brightest))
        }
    }

    /// Nil for anything but `(12,0)` and a newline, or without one.
    static func eyes(_ content: [UInt8]) -> (left: Int, right: Int)? {
        var rest = content[...]
        if rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
        guard rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")"), rest.count <= 9
        else { return nil }
        let parts = rest.dropFirst().dropLast()
            .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(number)
        guard parts.count == 2, let left = parts[0], let right = parts[1] else { return nil }
        return (left, right)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return number <= brightest ? number : nil
    }
}
