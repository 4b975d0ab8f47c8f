import Linux

/// What a computer calls itself: by its firmware's DMI, or where there is none by its device tree.
package struct Machine: Equatable, Sendable {
    /// Who made it, such as `Apple Inc.`; empty when unknown.
    package var vendor: String
    /// Its model, such as `MacBookPro11,3` or, with a device tree, `Nokia N900`; empty when unknown.
    package var product: String

    package init(vendor: String, product: String) {
        self.vendor = vendor
        self.product = product
    }

    /// This computer; below another root in a test.
    package static func read(below root: String = "") -> Machine {
        let dmi = root + "/sys/class/dmi/id/"
        let product = text(dmi + "product_name")
        guard product.isEmpty else {
            return Machine(vendor: text(dmi + "sys_vendor"), product: product)
        }
        return Machine(
            vendor: "", product: text(root + "/sys/firmware/devicetree/base/model"))
    }

    /// A line of text; the device tree ends it with a NUL.
    private static func text(_ path: String) -> String {
        guard case .success(let content) = SysfsAttribute.read(path) else { return "" }
        let line = content.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
        return String(decoding: line.filter { $0 >= 32 && $0 < 127 }, as: UTF8.self)
    }
}
