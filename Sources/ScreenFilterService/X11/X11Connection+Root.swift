internal import CXCB
internal import Glibc

// A property of the root window: it stays when its client goes, and ends with the server.
extension X11Connection {
    /// The bytes of a property; nil where there is none.
    func rootProperty(_ property: xcb_atom_t) -> [UInt8]? {
        let most: UInt32 = 1 << 20
        let cookie = xcb_get_property(pointer, 0, root, property, 0, 0, most)
        guard let reply = xcb_get_property_reply(pointer, cookie, nil) else { return nil }
        defer { free(reply) }
        guard reply.pointee.type != 0 else { return nil }
        let count = Int(xcb_get_property_value_length(reply))
        return Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count))
    }

    /// Keeps bytes as a property.
    func setRootProperty(_ property: xcb_atom_t, to bytes: [UInt8]) {
        xcb_change_property(
            pointer, UInt8(XCB_PROP_MODE_REPLACE.rawValue), root, property, property, 8,
            UInt32(bytes.count), bytes)
    }

    /// Removes a property.
    func deleteRootProperty(_ property: xcb_atom_t) {
        xcb_delete_property(pointer, root, property)
    }
}
