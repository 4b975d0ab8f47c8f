/// The number in a sysfs attribute, as the kernel writes it: `-12`, `0.250000000`, and one newline.
///
/// Anything else is no number: no spaces, exponents, commas or names such as `nan`, in any locale.
/// Source: `__iio_format_value` in the kernel's drivers/iio/industrialio-core.c.
enum AttributeNumber {
    private static let longest = 32

    static func parse(_ content: [UInt8]) -> Double? {
        var rest = content[...]
        if rest.count > 1, rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
        guard rest.count <= longest else { return nil }
        let text = String(decoding: rest, as: UTF8.self)
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return Double(text)
    }
}
