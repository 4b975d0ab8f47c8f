internal import CXCB
internal import Glibc
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
