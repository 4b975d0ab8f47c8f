internal import CXCB
internal import DesktopControl
internal import Glibc
internal import Linux

/// A connection to an X server: requests as values, with RandR for its screens.
///
/// The X Resize, Rotate and Reflect Extension,
/// https://gitlab.freedesktop.org/xorg/proto/xorgproto/-/blob/master/randrproto.txt
final class X11Connection {
    enum Event {
        /// Outputs or CRTCs were added, removed or reassigned.
        case screensChanged
        /// A request failed; the codes are those of the request and the error.
        case refused(request: Int, error: Int)
        case gone
    }

    let pointer: OpaquePointer
    let root: xcb_window_t
    private let firstEvent: UInt8

    /// Connects to a display such as `:0`; the server needs RandR 1.3.
    ///
    /// - Throws: `DesktopError` for a server that refuses the connection, lacks RandR or, for five seconds,
    ///   does not answer; libxcb waits without a timeout, so its thread lasts as long as the process then.
    init(display: String) throws(DesktopError) {
        let joined = Locked<Result<Joined, DesktopError>?>(nil)
        do throws(IOError) {
            let answer = try Parker()
            let thread = try BackgroundThread.start(name: "x11-connect") {
                let result = Result { () throws(DesktopError) in try Self.join(display) }
                joined.withLock { $0 = result }
                answer.wake()
            }
            let end = SystemClock.now().boot + displayTimeout.microseconds
            if try answer.wait(untilBoottime: end) == .told { thread.join() }
        } catch {
            throw DesktopError("\(error)", isTemporary: true)
        }
        guard let result = joined.withLock({ $0 }) else { throw .unansweredServer(display) }
        let connection = try result.get()
        (pointer, root, firstEvent) = (connection.pointer, connection.root, connection.firstEvent)
        let mask =
            XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue
            | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
            | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
        xcb_randr_select_input(pointer, root, UInt16(mask))
        xcb_flush(pointer)
    }

    deinit { xcb_disconnect(pointer) }

    /// The result of `join`, which another thread takes over.
    private struct Joined: @unchecked Sendable {
        let pointer: OpaquePointer
        let root: xcb_window_t
        let firstEvent: UInt8
    }

    private static func join(_ display: String) throws(DesktopError) -> Joined {
        var screenNumber: Int32 = 0
        guard let pointer = xcb_connect(display, &screenNumber)
        else { throw .unreachable(display) }
        let root = root(of: pointer, screenNumber)
        let version = xcb_randr_query_version(pointer, 1, 3)
        let reply = xcb_randr_query_version_reply(pointer, version, nil)
        defer { free(reply) }
        let randr = xcb_get_extension_data(pointer, cxcb_randr())
        guard xcb_connection_has_error(pointer) == 0, let root else {
            xcb_disconnect(pointer)
            throw .unreachable(display)
        }
        guard let randr, randr.pointee.present != 0, let reply,
            (reply.pointee.major_version, reply.pointee.minor_version) >= (1, 3)
        else {
            xcb_disconnect(pointer)
            throw .withoutGamma(display)
        }
        return Joined(pointer: pointer, root: root, firstEvent: randr.pointee.first_event)
    }

    private static func root(of pointer: OpaquePointer, _ number: Int32) -> xcb_window_t? {
        guard xcb_connection_has_error(pointer) == 0, let setup = xcb_get_setup(pointer)
        else { return nil }
        var screens = xcb_setup_roots_iterator(setup)
        for _ in 0..<number where screens.rem > 0 { xcb_screen_next(&screens) }
        return screens.rem > 0 ? screens.data.pointee.root : nil
    }

    /// The descriptor to watch for input.
    var descriptor: Int32 { xcb_get_file_descriptor(pointer) }

    /// Returns the next pending event; `nil` if there is none.
    func nextEvent() -> Event? {
        while let event = xcb_poll_for_event(pointer) {
            defer { free(event) }
            let kind = event.pointee.response_type & 0x7F
            if kind == 0 { return Self.refusal(event) }
            if kind == firstEvent || kind == firstEvent + 1 { return .screensChanged }
        }
        return xcb_connection_has_error(pointer) == 0 ? nil : .gone
    }

    private static func refusal(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Event {
        event.withMemoryRebound(to: xcb_generic_error_t.self, capacity: 1) { error in
            .refused(request: Int(error.pointee.minor_code), error: Int(error.pointee.error_code))
        }
    }

    func flush() { xcb_flush(pointer) }

    /// Waits until the server has processed all requests.
    func synchronize() {
        free(xcb_get_input_focus_reply(pointer, xcb_get_input_focus(pointer), nil))
    }

    func atom(_ name: String) -> xcb_atom_t {
        let cookie = xcb_intern_atom(pointer, 0, UInt16(name.utf8.count), name)
        let reply = xcb_intern_atom_reply(pointer, cookie, nil)
        defer { free(reply) }
        return reply?.pointee.atom ?? 0
    }
}
