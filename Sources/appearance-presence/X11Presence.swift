internal import AppearanceModel
internal import CPresence
internal import CXCBIdle
internal import Glibc

/// The presence of the user as an X server and its window manager show it.
final class X11Presence: PresenceDisplay {
    private static let windowEvents =
        XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue

    private let pointer: OpaquePointer
    private let wanted: WantedPresence
    private var root: xcb_window_t = 0
    private var activeWindowAtom: xcb_atom_t = 0
    private var stateAtom: xcb_atom_t = 0
    private var fullscreenAtom: xcb_atom_t = 0
    /// The window in use; 0 for none.
    private var window: xcb_window_t = 0
    private var holder: ChangeHolder?
    /// Whether the window in use has to be read again.
    private var isOutdated = true
    private var alarms: [xcb_sync_alarm_t] = [0, 0]
    private var isQuiet: Bool?
    private var isIdle: Bool?
    private(set) var missing: [String] = []

    /// Connects to a display such as `:0`; `nil` if no server accepts the connection.
    init?(_ display: String, _ wanted: WantedPresence) {
        var number: Int32 = 0
        guard let pointer = xcb_connect(display, &number) else { return nil }
        (self.pointer, self.wanted) = (pointer, wanted)
        guard xcb_connection_has_error(pointer) == 0 else { return nil }
        var screens = xcb_setup_roots_iterator(xcb_get_setup(pointer))
        for _ in 0..<number where screens.rem > 1 { xcb_screen_next(&screens) }
        root = screens.data.pointee.root
        if wanted.hasFullscreen {
            activeWindowAtom = atom("_NET_ACTIVE_WINDOW")
            stateAtom = atom("_NET_WM_STATE")
            fullscreenAtom = atom("_NET_WM_STATE_FULLSCREEN")
            select(XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue, of: root)
        }
        if let quiet = wanted.quiet {
            isQuiet = Self.truth(
                x11_follow_input(
                    pointer, UInt32(quiet.count / 1_000), &alarms, answerMilliseconds))
            if isQuiet == nil { missing.append("the time without input (SYNC with IDLETIME)") }
        }
        if wanted.hasIdle {
            isIdle = Self.truth(x11_follow_saver(pointer, root, answerMilliseconds))
            if isIdle == nil { missing.append("idleness (MIT-SCREEN-SAVER)") }
        }
    }

    deinit { xcb_disconnect(pointer) }

    private static func truth(_ number: Int32) -> Bool? { number < 0 ? nil : number > 0 }

    var descriptor: Int32 { xcb_get_file_descriptor(pointer) }

    var report: PresenceReport? {
        PresenceReport(
            holders: [holder].compactMap(\.self), isQuiet: isQuiet, isIdle: isIdle)
    }

    func process() -> Bool {
        readEvents()
        if isOutdated, wanted.hasFullscreen {
            readWindow()
            readEvents()
            // The reply to this lets the loop continue with what has changed meanwhile.
            if isOutdated { xcb_discard_reply(pointer, xcb_get_input_focus(pointer).sequence) }
        }
        xcb_flush(pointer)
        return xcb_connection_has_error(pointer) == 0
    }

    func isAnswering() -> Bool {
        let reply = x11_reply(
            pointer, xcb_get_input_focus(pointer).sequence, answerMilliseconds)
        defer { free(reply) }
        return reply != nil
    }

    private func readEvents() {
        while let event = xcb_poll_for_event(pointer) {
            defer { free(event) }
            switch Int32(event.pointee.response_type & 0x7F) {
            case XCB_PROPERTY_NOTIFY:
                let atom = UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self).atom
                if atom == activeWindowAtom || atom == stateAtom { isOutdated = true }
            // Some window managers go on naming a window that has ended.
            case XCB_DESTROY_NOTIFY: isOutdated = true
            default: break
            }
            if wanted.quiet != nil {
                isQuiet = Self.truth(x11_quiet_in(pointer, event, alarms)) ?? isQuiet
            }
            if wanted.hasIdle { isIdle = Self.truth(x11_saver_in(pointer, event)) ?? isIdle }
        }
    }

    private func readWindow() {
        isOutdated = false
        holder = nil
        let next = words(of: activeWindowAtom, root)?.first ?? 0
        if next != window {
            if window != 0, window != root { select(0, of: window) }
            if next != 0 { select(Self.windowEvents, of: next) }
            window = next
        }
        guard window != 0, words(of: stateAtom, window)?.contains(fullscreenAtom) == true
        else { return }
        // The name of the instance, then that of the class.
        let names = property(XCB_ATOM_WM_CLASS.rawValue, of: window) { [UInt8]($0) } ?? []
        let name = names.split(separator: 0).prefix(2).last ?? []
        holder = ChangeHolder(.fullscreen, who: String(programName: name))
    }

    private func select(_ events: UInt32, of window: xcb_window_t) {
        xcb_change_window_attributes(pointer, window, XCB_CW_EVENT_MASK.rawValue, [events])
    }

    private func words(of atom: xcb_atom_t, _ window: xcb_window_t) -> [UInt32]? {
        property(atom, of: window) { bytes in
            (0..<bytes.count / 4).map { bytes.load(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// Returns the beginning of a property; `nil` if the window has ended, or without a reply in time.
    private func property<Value>(
        _ atom: xcb_atom_t, of window: xcb_window_t, _ read: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
        let request = xcb_get_property(pointer, 0, window, atom, 0, 0, 64).sequence
        guard let reply = x11_reply(pointer, request, answerMilliseconds) else {
            if errno == ETIMEDOUT { isOutdated = true }
            return nil
        }
        defer { free(reply) }
        let property = reply.assumingMemoryBound(to: xcb_get_property_reply_t.self)
        return read(
            UnsafeRawBufferPointer(
                start: xcb_get_property_value(property),
                count: Int(xcb_get_property_value_length(property))))
    }

    private func atom(_ name: String) -> xcb_atom_t {
        let request = xcb_intern_atom(pointer, 0, UInt16(name.utf8.count), name).sequence
        guard let reply = x11_reply(pointer, request, answerMilliseconds) else { return 0 }
        defer { free(reply) }
        return reply.assumingMemoryBound(to: xcb_intern_atom_reply_t.self).pointee.atom
    }
}
