internal import CXCB
internal import DesktopControl
internal import EventLoop
internal import Glibc
internal import Linux
internal import ScreenFilter

// Requests of RandR; an output or CRTC that was just removed is `nil` or empty.
extension X11Connection {
    /// Returns the numbers of all CRTCs and outputs.
    func screenNumbers() -> (crtcs: [UInt32], outputs: [UInt32]) {
        let cookie = xcb_randr_get_screen_resources_current(pointer, root)
        guard let reply = xcb_randr_get_screen_resources_current_reply(pointer, cookie, nil)
        else { return ([], []) }
        defer { free(reply) }
        return (
            Self.array(
                xcb_randr_get_screen_resources_current_crtcs(reply),
                min(Int(reply.pointee.num_crtcs), mostOutputs)),
            Self.array(
                xcb_randr_get_screen_resources_current_outputs(reply),
                min(Int(reply.pointee.num_outputs), mostOutputs))
        )
    }

    /// Returns the name and CRTC of an output; `nil` if it is not connected or not in use.
    func connectedOutput(_ output: UInt32) -> (name: String, crtc: UInt32)? {
        let cookie = xcb_randr_get_output_info(pointer, output, 0)
        guard let reply = xcb_randr_get_output_info_reply(pointer, cookie, nil) else { return nil }
        defer { free(reply) }
        let isPluggedIn =
            reply.pointee.connection != UInt8(XCB_RANDR_CONNECTION_DISCONNECTED.rawValue)
        guard isPluggedIn || reply.pointee.crtc != 0 else { return nil }
        let name = Self.array(
            xcb_randr_get_output_info_name(reply), reply.pointee.name_len)
        return (String(decoding: name, as: UTF8.self), reply.pointee.crtc)
    }

    /// Returns the ramps of a CRTC; `nil` if it has none.
    func ramps(of crtc: UInt32) -> GammaRamps? {
        let cookie = xcb_randr_get_crtc_gamma(pointer, crtc)
        guard let reply = xcb_randr_get_crtc_gamma_reply(pointer, cookie, nil) else { return nil }
        defer { free(reply) }
        let size = reply.pointee.size
        return GammaRamps(
            red: Self.array(xcb_randr_get_crtc_gamma_red(reply), size),
            green: Self.array(xcb_randr_get_crtc_gamma_green(reply), size),
            blue: Self.array(xcb_randr_get_crtc_gamma_blue(reply), size))
    }

    /// Sets the ramps of a CRTC, which must have its size.
    func set(_ ramps: GammaRamps, of crtc: UInt32) {
        xcb_randr_set_crtc_gamma(
            pointer, crtc, UInt16(ramps.count), ramps.red, ramps.green, ramps.blue)
    }

    /// Returns the eighteen words of a matrix property of an output; `nil` if it has none.
    func matrixWords(of output: UInt32, _ property: xcb_atom_t) -> [UInt32]? {
        let cookie = xcb_randr_get_output_property(pointer, output, property, 0, 0, 32, 0, 0)
        guard let reply = xcb_randr_get_output_property_reply(pointer, cookie, nil)
        else { return nil }
        defer { free(reply) }
        guard reply.pointee.format == 32, reply.pointee.num_items == 18,
            let data = xcb_randr_get_output_property_data(reply)
        else { return nil }
        return data.withMemoryRebound(to: UInt32.self, capacity: 18) { Self.array($0, 18) }
    }

    func setMatrix(_ words: [UInt32], of output: UInt32, _ property: xcb_atom_t) {
        xcb_randr_change_output_property(
            pointer, output, property, XCB_ATOM_INTEGER.rawValue, 32,
            UInt8(XCB_PROP_MODE_REPLACE.rawValue), UInt32(words.count), words)
    }

    private static func array<Element>(
        _ start: UnsafeMutablePointer<Element>?, _ count: some BinaryInteger
    ) -> [Element] {
        Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }
}

// Properties of the root window, which survive their client and end with the server.
extension X11Connection {
    /// Returns the bytes of a property; `nil` if it is missing.
    func rootProperty(_ property: xcb_atom_t) throws(DesktopError) -> [UInt8]? {
        let most: UInt32 = 1 << 20
        let cookie = xcb_get_property(pointer, 0, root, property, 0, 0, most)
        guard let reply = xcb_get_property_reply(pointer, cookie, nil), property != 0 else {
            throw .unread("the X server does not return its property")
        }
        defer { free(reply) }
        guard reply.pointee.type != 0 else { return nil }
        let count = Int(xcb_get_property_value_length(reply))
        return Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count))
    }

    func setRootProperty(_ property: xcb_atom_t, to bytes: [UInt8]) {
        xcb_change_property(
            pointer, UInt8(XCB_PROP_MODE_REPLACE.rawValue), root, property, property, 8,
            UInt32(bytes.count), bytes)
    }

    func deleteRootProperty(_ property: xcb_atom_t) {
        xcb_delete_property(pointer, root, property)
    }
}

// The other programs at the server. The X Resource Extension,
// https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/resproto.txt
extension X11Connection {
    /// The number of this client in the server.
    var ownClient: UInt32 { xcb_get_setup(pointer).pointee.resource_id_base }

    /// Returns the process of a local client; `nil` if unknown.
    func process(of client: UInt32) -> Int32? {
        guard let known = xcb_get_extension_data(pointer, cxcb_res()), known.pointee.present != 0
        else { return nil }
        var wanted = xcb_res_client_id_spec_t(
            client: client, mask: XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue)
        let cookie = xcb_res_query_client_ids(pointer, 1, &wanted)
        guard let reply = xcb_res_query_client_ids_reply(pointer, cookie, nil) else { return nil }
        defer { free(reply) }
        let ids = xcb_res_query_client_ids_ids_iterator(reply)
        guard ids.rem > 0, xcb_res_client_id_value_value_length(ids.data) > 0 else { return nil }
        return Int32(exactly: xcb_res_client_id_value_value(ids.data).pointee)
    }
}
