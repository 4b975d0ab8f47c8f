internal import AppearanceModel
internal import CPresence
internal import CWayland
internal import Glibc
internal import Linux

/// The presence of the user as a Wayland compositor shows it.
final class WaylandPresence: PresenceDisplay {
    /// The desktop counts as idle without input for so long, unless a program inhibits it.
    private static let idleTime = Microseconds.minutes(1)
    /// More windows than anybody has open; a compositor does not fill the memory with others.
    private static let mostWindows = 1_000

    /// The kinds of objects whose events count.
    private enum Kind { case registry, reply, manager, window, quiet, idle }

    private struct Window {
        var name = ""
        var isInUse = false
    }

    private let pointer: OpaquePointer
    private let wanted: WantedPresence
    private var kinds: [OpaquePointer: Kind] = [:]
    private var globals: [String: (name: UInt32, version: UInt32)] = [:]
    /// The windows, with the state that the compositor has not completed yet.
    private var windows: [OpaquePointer: (complete: Window, next: Window)] = [:]
    private var isQuiet: Bool?
    private var isIdle: Bool?
    private(set) var missing: [String] = []
    /// The replies until the windows are known: one for the globals, one for the windows.
    private var missingReplies = 2
    private var isAnswered = false

    /// Connects to a display such as `wayland-1`; `nil` if no compositor accepts the connection.
    init?(_ display: String, _ wanted: WantedPresence) {
        guard let pointer = wl_display_connect(display) else { return nil }
        (self.pointer, self.wanted) = (pointer, wanted)
        follow(wl_display_get_registry(pointer), as: .registry)
        requestReply()
    }

    deinit {
        for proxy in kinds.keys { wl_proxy_destroy(proxy) }
        wl_display_disconnect(pointer)
    }

    var descriptor: Int32 { wl_display_get_fd(pointer) }

    var report: PresenceReport? {
        guard missingReplies == 0 else { return nil }
        let window = windows.values.first { $0.complete.isInUse }?.complete
        return PresenceReport(
            holders: window.map { [ChangeHolder(.fullscreen, who: $0.name)] } ?? [],
            isQuiet: isQuiet, isIdle: isIdle)
    }

    func process() -> Bool { process(within: 0) }

    private func process(within milliseconds: Int32) -> Bool {
        while wl_display_prepare_read(pointer) != 0 {
            guard wl_display_dispatch_pending(pointer) >= 0 else { return false }
        }
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, milliseconds) > 0 {
            guard wl_display_read_events(pointer) >= 0 else { return false }
        } else {
            wl_display_cancel_read(pointer)
        }
        return wl_display_dispatch_pending(pointer) >= 0
            && (wl_display_flush(pointer) >= 0 || errno == EAGAIN)
    }

    func isAnswering() -> Bool {
        isAnswered = false
        requestReply()
        let end = SystemClock.monotonic() + Int64(answerMilliseconds) * 1_000
        while !isAnswered {
            let rest = (end - SystemClock.monotonic()) / 1_000
            guard rest > 0, process(within: Int32(rest)) else { return false }
        }
        return true
    }

    // MARK: Requests

    private func requestReply() {
        follow(wl_display_sync(pointer), as: .reply)
        wl_display_flush(pointer)
    }

    private func bind(_ interface: String) -> OpaquePointer? {
        guard let (name, version) = globals[interface],
            let registry = kinds.first(where: { $0.value == .registry })?.key
        else { return nil }
        return presence_bind(registry, interface, name, version)
    }

    private func bindWanted() {
        if wanted.hasFullscreen {
            if let manager = bind("zwlr_foreign_toplevel_manager_v1") {
                follow(manager, as: .manager)
            } else {
                missing.append("full-screen windows (wlr-foreign-toplevel-management)")
            }
        }
        guard wanted.quiet != nil || wanted.hasIdle else { return }
        guard let seat = bind("wl_seat"), let watch = idleWatch(of: seat) else {
            return missing.append("the time without input (ext-idle-notify)")
        }
        if let span = wanted.quiet {
            isQuiet = false
            follow(watch(span, true), as: .quiet)
        } else {
            isIdle = false
            follow(watch(Self.idleTime, false), as: .idle)
        }
    }

    /// Returns a function that requests reports of a time without input, which programs may inhibit or not.
    private func idleWatch(of seat: OpaquePointer) -> ((Microseconds, Bool) -> OpaquePointer?)? {
        if let notifier = bind("ext_idle_notifier_v1") {
            return { idle_watch(notifier, seat, UInt32($0.count / 1_000), $1 ? 1 : 0) }
        }
        guard let idle = bind("org_kde_kwin_idle") else { return nil }
        return { span, _ in kde_idle_watch(idle, seat, UInt32(span.count / 1_000)) }
    }

    // MARK: Events

    /// Handles the events of an object.
    private func follow(_ proxy: OpaquePointer?, as kind: Kind) {
        guard let proxy else { return }
        kinds[proxy] = kind
        wl_proxy_add_dispatcher(
            proxy,
            { owner, proxy, event, _, arguments in
                guard let owner, let proxy, let arguments else { return 0 }
                Unmanaged<WaylandPresence>.fromOpaque(owner).takeUnretainedValue()
                    .receive(Int(event), of: OpaquePointer(proxy), arguments)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func drop(_ proxy: OpaquePointer, by destroy: (OpaquePointer) -> Void) {
        kinds[proxy] = nil
        windows[proxy] = nil
        destroy(proxy)
    }

    private func receive(
        _ event: Int, of proxy: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>
    ) {
        switch (kinds[proxy], event) {
        case (.registry, 0):
            let interface = arguments[1].s.map { String(cString: $0) } ?? ""
            // A second seat is left alone.
            guard globals.count < 1_000, globals[interface] == nil else { return }
            globals[interface] = (arguments[0].u, arguments[2].u)
        case (.reply, _):
            drop(proxy, by: wl_proxy_destroy)
            receiveReply()
        case (.manager, MANAGER_TOPLEVEL):
            guard let window = arguments[0].o else { return }
            // A request for each of too many could fill the connection.
            guard windows.count < Self.mostWindows else { return wl_proxy_destroy(window) }
            windows[window] = (Window(), Window())
            follow(window, as: .window)
        case (.manager, _):
            for window in windows.keys { drop(window, by: toplevel_destroy) }
        case (.window, TOPLEVEL_APP_ID):
            guard let name = arguments[0].s else { return }
            windows[proxy]?.next.name = String(
                programName: UnsafeRawBufferPointer(start: name, count: strnlen(name, 256)))
        case (.window, TOPLEVEL_STATE):
            guard let states = arguments[0].a?.pointee else { return }
            let numbers = UnsafeRawBufferPointer(start: states.data, count: states.size / 4 * 4)
                .bindMemory(to: UInt32.self)
            windows[proxy]?.next.isInUse =
                numbers.contains(STATE_FULLSCREEN.rawValue)
                && numbers.contains(STATE_ACTIVATED.rawValue)
        case (.window, TOPLEVEL_DONE):
            windows[proxy].map { windows[proxy]?.complete = $0.next }
        case (.window, TOPLEVEL_CLOSED): drop(proxy, by: toplevel_destroy)
        case (.quiet, _): isQuiet = event == 0
        case (.idle, _): isIdle = event == 0
        case (.registry, _), (.window, _), (nil, _): break
        }
    }

    private func receiveReply() {
        isAnswered = true
        guard missingReplies > 0 else { return }
        missingReplies -= 1
        guard missingReplies > 0 else { return }
        bindWanted()
        requestReply()
    }
}
