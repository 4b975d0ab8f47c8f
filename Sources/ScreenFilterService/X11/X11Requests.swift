internal import CXCB
internal import EventLoop
internal import Glibc
internal import Linux
internal import ScreenFilter

// What RandR knows of outputs and CRTCs; whatever has just gone is told by nil or nothing.
extension X11Connection {
    /// The numbers of all CRTCs and of all outputs.
    func screenNumbers() -> (crtcs: [UInt32], outputs: [UInt32]) {
        let cookie = xcb_randr_get_screen_resources_current(pointer, root)
        guard let reply = xcb_randr_get_screen_resources_current_reply(pointer, cookie, nil)
        else { return ([], []) }
        defer { free(reply) }
        return (
            Self.array(
                xcb_randr_get_screen_resources_current_crtcs(reply), reply.pointee.num_crtcs),
            Self.array(
                xcb_randr_get_screen_resources_current_outputs(reply), reply.pointee.num_outputs)
        )
    }

    /// What an output is called, and the CRTC that drives it; nil where nothing is plugged in or
    /// shown.
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

    /// The ramps of a CRTC; nil where it has none.
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

    /// Sets the ramps of a CRTC, whose length must be its own.
    func set(_ ramps: GammaRamps, of crtc: UInt32) {
        xcb_randr_set_crtc_gamma(
            pointer, crtc, UInt16(ramps.count), ramps.red, ramps.green, ramps.blue)
    }

    /// The eighteen words of a matrix property of an output; nil where it has none.
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

    /// Sets a matrix property of an output.
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

// The other programs at the server. The X Resource Extension,
// https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/resproto.txt
extension X11Connection {
    /// What the server knows this client by.
    var ownClient: UInt32 { xcb_get_setup(pointer).pointee.resource_id_base }

    /// The process of a client on this machine; nil where the server does not know it.
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

/// A program that is a client of the X server, until it ends.
///
/// The server tells of a client's end only when it has something else to tell, so the kernel is asked.
final class ClientProgram {
    /// `redshift (process 4242)`.
    let words: String
    private let process: OtherProcess
    private var source: IOSource?

    /// Nil for one that has ended.
    init?(_ number: Int32, on loop: EventLoop, _ ended: @escaping () -> Void) {
        guard let process = try? OtherProcess(number) else { return nil }
        self.process = process
        words = "\(OtherFilters.name(of: number) ?? "another program") (process \(number))"
        source = try? self.process.watchEnd(on: loop, ended)
    }

    deinit { source = nil }
}
