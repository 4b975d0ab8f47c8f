internal import CXCB
internal import Glibc

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
