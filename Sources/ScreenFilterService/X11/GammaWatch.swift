// RandR has no event for ramps that another client sets, but the RECORD extension reports requests
// by their number. Only the requests that read and set ramps are recorded: no keys, pixels or
// windows.

internal import CXCB
internal import EventLoop
internal import Glibc
import Linux

/// A watch of the other clients of an X server that read or set gamma ramps.
///
/// Record Extension Protocol, https://www.x.org/releases/current/doc/recordproto/record.html
final class GammaWatch {
    enum Event: Equatable {
        case hasRead(UInt32)
        case hasSet(UInt32)
        /// The disconnect of a client that `reportEnd` was called for.
        case hasEnded(UInt32)
    }

    private static let getRamps: UInt16 = 23
    private static let setRamps: UInt16 = 24

    private let server: X11Connection
    private let pointer: OpaquePointer
    private let context: UInt32
    private let request: UInt32
    private var range = xcb_record_range_t()
    private var source: IOSource?

    /// Creates a watch; `nil` if the server has no RECORD.
    init?(
        _ display: String, besides server: X11Connection, on loop: EventLoop,
        _ handler: @escaping ([Event]) -> Void
    ) {
        guard let known = xcb_get_extension_data(server.pointer, cxcb_record()),
            known.pointee.present != 0,
            let randr = xcb_get_extension_data(server.pointer, cxcb_randr()),
            let pointer = xcb_connect(display, nil)
        else { return nil }
        let major = randr.pointee.major_opcode
        range.ext_requests.major = xcb_record_range_8_t(first: major, last: major)
        range.ext_requests.minor = xcb_record_range_16_t(first: Self.getRamps, last: Self.setRamps)
        self.server = server
        self.pointer = pointer
        context = xcb_generate_id(server.pointer)
        var all = XCB_RECORD_CS_ALL_CLIENTS.rawValue
        xcb_record_create_context(server.pointer, context, 0, 1, 1, &all, &range)
        var own = server.ownClient
        xcb_record_unregister_clients(server.pointer, context, 1, &own)
        // The context must exist before another connection may use it.
        server.synchronize()
        request = xcb_record_enable_context(pointer, context).sequence
        xcb_flush(pointer)
        source = try? loop.watch(xcb_get_file_descriptor(pointer), for: .readable) {
            [weak self] _ in
            guard let self else { return }
            let events = self.events()
            if !events.isEmpty { handler(events) }
        }
        guard source != nil else { return nil }
    }

    deinit {
        source = nil
        xcb_record_free_context(server.pointer, context)
        server.flush()
        xcb_disconnect(pointer)
    }

    /// Reports the disconnect of a client; returns false if it has disconnected already.
    func reportEnd(of client: UInt32) -> Bool {
        var client = client
        range.client_died = 1
        let cookie = xcb_record_register_clients_checked(
            server.pointer, context, 0, 1, 1, &client, &range)
        range.client_died = 0
        let error = xcb_request_check(server.pointer, cookie)
        defer { free(error) }
        return error == nil
    }

    private func events() -> [Event] {
        var result: [Event] = []
        while true {
            var found: UnsafeMutableRawPointer?
            var error: UnsafeMutablePointer<xcb_generic_error_t>?
            let isAnswered = xcb_poll_for_reply(pointer, request, &found, &error) != 0
            free(error)
            guard isAnswered else { return result }
            guard let found else {
                // The server has exited, which its other connection reports.
                source = nil
                return result
            }
            result += Self.events(
                found.assumingMemoryBound(to: xcb_record_enable_context_reply_t.self))
            free(found)
        }
    }

    private static func events(
        _ reply: UnsafeMutablePointer<xcb_record_enable_context_reply_t>
    ) -> [Event] {
        let client = reply.pointee.xid_base
        switch reply.pointee.category {
        case 1:
            let bytes = UnsafeBufferPointer(
                start: xcb_record_enable_context_data(reply),
                count: Int(xcb_record_enable_context_data_length(reply)))
            return requests(bytes, isSwapped: reply.pointee.client_swapped != 0).map {
                $0 == getRamps ? .hasRead(client) : .hasSet(client)
            }
        case 3: return [.hasEnded(client)]
        default: return []
        }
    }

    /// Returns the numbers of consecutive requests: each has its number in the second byte, then
    /// its length in words in two bytes.
    private static func requests(
        _ bytes: UnsafeBufferPointer<UInt8>, isSwapped: Bool
    ) -> [UInt16] {
        var result: [UInt16] = []
        var start = 0
        while start + 4 <= bytes.count {
            result.append(UInt16(bytes[start + 1]))
            let length = UInt16(bytes[start + 2]) | UInt16(bytes[start + 3]) << 8
            let words = UInt16(littleEndian: isSwapped ? length.byteSwapped : length)
            guard words > 0 else { break }
            start += Int(words) * 4
        }
        return result
    }
}
