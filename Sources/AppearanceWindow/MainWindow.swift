import AppearanceConfig
import AppearanceEngine
import AppearanceKit
import AppearanceModel
import AppearanceProtocol
import CAdw
import DaemonClient
import Diagnosis
import Linux
import SettingsFile
import WindowPages

/// The window of the application with its pages.
@MainActor final class MainWindow {
    /// The interval at which the times of the page are updated, in seconds.
    private static let refreshSeconds: UInt32 = 300

    /// How long a toast with a button stays, in seconds.
    private static let toastSeconds: UInt32 = 12

    let window: Widget
    private let toasts = Widget(adw_toast_overlay_new())
    private let stack = Widget(adw_view_stack_new())
    private let style = WindowStyle()
    var service: ServiceClient?
    var settings: SettingsModel?
    private var now: NowView?
    private(set) var when: WhenView?
    private var night: NightView?
    var follow: FollowView?
    private var history: HistoryView?
    private var knownHistory: (source: HistorySource, page: HistoryPage)?
    private var welcome: WelcomeView?
    private var welcomePage: OpaquePointer?
    /// The pages that have not been shown yet, by their names.
    private var emptyPages: [String: Widget] = [:]
    /// Whether the first status, or the lack of a daemon, has been shown.
    private var isStarted = false
    private var shownToast: OpaquePointer?
    /// The changes outside the configuration that are being made or wait, in the order of the clicks.
    var changes: [@Sendable () throws -> Void] = []
    /// Takes the last change by this window back, unless that was done.
    private var undo: (@MainActor () -> Void)?

    init(in application: UnsafeMutablePointer<GtkApplication>) throws(AppearanceError) {
        window = Widget(adw_application_window_new(application))
        layOut()
        let settings = SettingsModel { [weak self] in self?.refresh() }
        self.settings = settings
        now = NowView(
            choose: { [weak self] mode in self?.choose(mode) },
            pause: { [weak self] isOn in self?.send(isOn ? .pause(end: nil) : .resume) },
            skip: { [weak self] in self?.send(.pause(end: .changeAfterNext)) },
            copy: { [weak self] in self?.copyReport() },
            help: { [weak self] remedy in self?.help(remedy) },
            start: { [weak self] in self?.showWelcome() })
        if let now { addPage(now.widget, "now", tr("Now"), icon: "weather-clear-symbolic") }
        addSettingPages()
        service = try ServiceClient { [weak self] in self?.refresh() }
        addActions()
        refresh()
        window.connect("notify::is-active") { [weak self] in self?.refresh() }
        stack.connect("notify::visible-child") { [weak self] in self?.refresh() }
        let tick: GSourceFunc = { data in
            nonisolated(unsafe) let window = data
            MainActor.assumeIsolated {
                guard let window else { return }
                Unmanaged<MainWindow>.fromOpaque(window).takeUnretainedValue().refresh()
            }
            return 1
        }
        g_timeout_add_seconds(
            Self.refreshSeconds, tick, Unmanaged.passUnretained(self).toOpaque())
    }

    private func addSettingPages() {
        for (name, title, icon) in [
            ("when", tr("When"), "preferences-system-time-symbolic"),
            ("night", tr("Night"), "weather-clear-night-symbolic"),
            ("follow", tr("What Follows"), "preferences-desktop-appearance-symbolic"),
            ("history", tr("History"), "document-open-recent-symbolic"),
        ] {
            let bin = Widget(adw_bin_new())
            emptyPages[name] = bin
            addPage(bin, name, title, icon: icon)
        }
    }

    /// Makes the content of a page that is shown for the first time: their many rows would delay the start.
    private func fillPage(_ name: String, _ format: PageFormatter) {
        guard let bin = emptyPages.removeValue(forKey: name) else { return }
        let writer = SettingsWriter(
            write: { [weak self] changes in self?.write(changes) },
            report: { [weak self] reason in self?.toast(reason, staysFor: 0) },
            choosePicture: { [weak self] finish in self?.choosePicture(finish) })
        let content: Widget
        switch name {
        case "when":
            let view = WhenView(
                format, writer, chooseDay: { [weak self] in self?.refresh() },
                calibrate: { [weak self] in self?.openCalibration() },
                turnCamera: { [weak self] isOn in self?.turn(.camera, on: isOn) })
            (when, content) = (view, view.widget)
            gatherCamera()
        case "night":
            let view = NightView(
                writer, turnFilter: { [weak self] isOn in self?.turn(.nightFilter, on: isOn) },
                preview: { [weak self] in self?.previewNight(ofEvening: $0) },
                refuse: { [weak self] isRefused in self?.refuseNight(isRefused) })
            (night, content) = (view, view.widget)
        case "follow":
            let view = FollowView(
                writer, repair: { [weak self] action in self?.repair(action) },
                copy: { [weak self] text in self?.copy(text) },
                again: { [weak self] in self?.gatherReport() },
                turnHook: { [weak self] name, isOn in self?.turnHook(name, on: isOn) },
                turnTray: { [weak self] isOn in self?.turn(.tray, on: isOn) })
            (follow, content) = (view, view.widget)
        case _:
            let view = HistoryView(
                writer, accept: { [weak self] proposal in self?.accept(proposal) },
                delete: { [weak self] in self?.deleteHistory() })
            (history, content) = (view, view.widget)
        }
        adw_bin_set_child(bin.as(AdwBin.self), content.gtk)
    }

    func present() { gtk_window_present(window.as(GtkWindow.self)) }

    // MARK: Content

    private func layOut() {
        let title = Widget(adw_view_switcher_title_new())
        adw_view_switcher_title_set_stack(title.opaque, stack.opaque)
        adw_view_switcher_title_set_title(title.opaque, tr("Appearance"))
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, title.gtk)
        let menuButton = Widget(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(menuButton.opaque, "open-menu-symbolic")
        menuButton.setTooltip(tr("Main Menu"))
        menuButton.setName(tr("Main Menu"))
        let menu = g_menu_new()
        g_menu_append(menu, tr("Undo the Last Change"), "win.undo")
        g_menu_append(menu, tr("Open the Configuration File"), "win.open-configuration")
        g_menu_append(menu, tr("Restore Every Setting…"), "win.reset")
        g_menu_append(menu, tr("About Appearance"), "win.about")
        gtk_menu_button_set_menu_model(
            menuButton.opaque,
            UnsafeMutableRawPointer(menu)?.assumingMemoryBound(to: GMenuModel.self))
        adw_header_bar_pack_end(header.opaque, menuButton.gtk)
        let switcher = Widget(adw_view_switcher_bar_new())
        adw_view_switcher_bar_set_stack(switcher.opaque, stack.opaque)
        g_object_bind_property(
            title.raw, "title-visible", switcher.raw, "reveal", G_BINDING_SYNC_CREATE)
        adw_toast_overlay_set_child(toasts.opaque, stack.gtk)
        gtk_widget_set_vexpand(toasts.gtk, 1)
        let content = Widget.box(spacing: 0, [header, toasts, switcher])
        adw_application_window_set_content(window.as(AdwApplicationWindow.self), content.gtk)
        gtk_window_set_title(window.as(GtkWindow.self), tr("Appearance"))
        gtk_window_set_default_size(window.as(GtkWindow.self), 560, 640)
        gtk_widget_set_size_request(window.gtk, 300, 300)
        window.connect("close-request") { [weak self] in
            // A number that is being typed becomes the value of its field when the field is left.
            if let self { gtk_window_set_focus(window.as(GtkWindow.self), nil) }
            DelayedWrite.runAll()
            // The main loop runs on for what is pending, and the widgets are gone by then.
            self?.settings = nil
        }
    }

    @discardableResult
    private func addPage(
        _ page: Widget, _ name: String, _ title: String, icon: String
    ) -> OpaquePointer? {
        let page = adw_view_stack_add_titled(stack.opaque, page.gtk, name, title)
        adw_view_stack_page_set_icon_name(page, icon)
        return page
    }

    /// Shows the page *Welcome* at the start if the service does not run, or nothing follows it.
    private func welcomeIfNeeded() {
        guard !isStarted else { return }
        isStarted = true
        if service?.status == nil || SetupNeed.isOpen(CurrentProcess.variable) { showWelcome() }
    }

    private func showWelcome() {
        if let welcome {
            adw_view_stack_page_set_visible(welcomePage, 1)
            welcome.search()
        } else {
            let place = settings.map { format(at: .now).text(of: $0.current.sunPlace(at: .now)) }
            let welcome = WelcomeView(
                placeText: place ?? "",
                choosePlace: { [weak self] in self?.showPage("when") },
                onEnd: { [weak self] in self?.leaveWelcome() })
            self.welcome = welcome
            welcomePage = addPage(
                welcome.widget, "welcome", tr("Welcome"), icon: "starred-symbolic")
        }
        showPage("welcome")
    }

    private func leaveWelcome() {
        showPage("now")
        adw_view_stack_page_set_visible(welcomePage, 0)
    }

    func showPage(_ name: String) {
        adw_view_stack_set_visible_child_name(stack.opaque, name)
    }

    private func addActions() {
        let map = window.opaque
        Signal.addAction("end", hasTarget: true, to: map) { [weak self] word in
            guard let self, let mode = service?.status?.mode, mode != .auto,
                let end = OverrideEnd.allCases.first(where: { "\($0)" == word })
            else { return }
            send(.setMode(mode, end: end.request))
        }
        Signal.addAction("page", hasTarget: true, to: map) { [weak self] word in
            self?.showPage(word)
        }
        Signal.addAction("open-configuration", to: map) { [weak self] _ in self?.openConfiguration()
        }
        Signal.addAction("reset", to: map) { [weak self] _ in self?.openReset() }
        Signal.addAction("undo", to: map) { [weak self] _ in self?.undoLastChange() }
        Signal.addAction("about", to: map) { [weak self] _ in self?.showAbout() }
    }

    // MARK: State

    private var state: ServiceState? {
        guard let status = service?.status, let settings else { return nil }
        return ServiceState(
            status, rationale: service?.rationale, reportedAt: service?.reportedAt,
            ambient: settings.current.values.ambient, schedule: settings.schedule(at: .now))
    }

    /// Returns the language of the user, with the time zone of the configuration.
    func format(at now: WallTime) -> PageFormatter {
        PageFormatter(zone: settings?.current.zone.rules ?? .utc, at: now)
    }

    func refresh() {
        guard let service, let settings, let now else { return }
        // Its first status comes within milliseconds.
        guard !service.isConnecting else { return }
        settings.follow(service.status)
        let time = WallTime.now
        let format = format(at: time)
        let state = state
        let ends = OverrideEnd.choices(state, at: time).map {
            (end: $0, text: $0.text(state, at: time, format))
        }
        style.show(service.status)
        now.show(
            NowPage(state, at: time, format), appearance: service.status?.appearance, ends: ends,
            format)
        showVisiblePage(settings, format)
        welcomeIfNeeded()
    }

    /// Updates the page that is shown, if it needs more than the status.
    private func showVisiblePage(_ settings: SettingsModel, _ format: PageFormatter) {
        guard let visible = adw_view_stack_get_visible_child_name(stack.opaque) else { return }
        let name = String(cString: visible)
        fillPage(name, format)
        let configuration = settings.current.values
        let lock = settings.lock
        let isNight = service?.status?.appearance == .night
        switch name {
        case "when":
            when?.show(
                WhenPage(
                    configuration, place: settings.current.sunPlace(at: .now),
                    day: when?.chosenDay, lock: lock, status: service?.status, format),
                isNight: isNight, format)
        case "night":
            let unit = service?.status?.light?.unit ?? .lux
            night?.show(
                NightPage(
                    configuration, unit: unit, filter: NightScreen.filter,
                    offUntil: NightScreen.offUntil(at: .now), format),
                lock: lock?.text(format), format)
        case "follow":
            let themes = (follow?.report?.themes).map(FollowPage.Themes.init) ?? .init()
            follow?.show(
                FollowPage(configuration, on: follow?.report?.desktop ?? .other, themes, format),
                lock: lock?.text(format))
            if follow?.report == nil { gatherReport() }
        case "history":
            history?.show(
                historyPage(settings, format), isNight: isNight, isLocked: lock != nil, format)
        case _: break
        }
    }

    /// Returns the page of the history, which is read again once the file or the settings have changed, and for
    /// the chart once a minute.
    private func historyPage(_ settings: SettingsModel, _ format: PageFormatter) -> HistoryPage {
        let now = WallTime.now
        let source = HistorySource(
            file: KeptHistory.stamp, configuration: settings.current.values,
            minute: now.microsecondsSinceEpoch / 60_000_000)
        if let known = knownHistory, known.source == source { return known.page }
        let page = HistoryPage(
            KeptHistory.read(), settings.current.values, settings.current.sunPlace(at: now),
            zone: settings.current.zone.rules, at: now, format)
        knownHistory = (source, page)
        return page
    }

    private func accept(_ proposal: HistoryPage.Proposal) {
        if let error = write(proposal.changes) { toast(error.reason) }
    }

    /// Changes the configuration, and offers to undo it; returns the reason if it is unchanged.
    func write(_ changes: [ConfigurationEdit.Change]) -> SettingsError? {
        do throws(SettingsError) {
            guard let change = try settings?.write(changes) else { return nil }
            offerUndo(tr("Saved")) { [weak self] in self?.undo(change) }
            return nil
        } catch {
            return error
        }
    }

    /// Says that something was done, and lets the message and the menu take it back.
    func offerUndo(_ text: String, _ action: @escaping @MainActor () -> Void) {
        undo = action
        toast(text, button: tr("Undo")) { [weak self] in self?.undoLastChange() }
    }

    private func undoLastChange() {
        let action = undo
        undo = nil
        action?()
    }

    /// Restores the bytes of the file before a change, unless it has changed since.
    private func undo(_ change: FileChange) {
        do throws(SettingsError) {
            try settings?.undo(change)
            toast(tr("Undone"))
        } catch {
            toast(tr("The file has changed since, so it is kept."))
        }
    }

    private func choose(_ mode: Mode) {
        let end = mode == .auto ? nil : OverrideEnd.choices(state, at: .now).first
        send(.setMode(mode, end: end?.request))
    }

    private func send(_ request: Request) {
        do throws(DaemonError) { try service?.send(request) } catch {
            toast(tr("The service did not accept this."))
            refresh()
        }
    }

    // MARK: Actions

    func toast(
        _ text: String, button: String? = nil, staysFor seconds: UInt32? = nil,
        _ action: @escaping @MainActor () -> Void = {}
    ) {
        // An older one would hide it for seconds.
        if let shownToast {
            adw_toast_dismiss(shownToast)
            g_object_unref(UnsafeMutableRawPointer(shownToast))
        }
        guard let toast = adw_toast_new(text.markup) else { return }
        // One that can be pressed stays for long enough to be read and reached; 0 is until it is closed.
        if let seconds = seconds ?? (button == nil ? nil : Self.toastSeconds) {
            adw_toast_set_timeout(toast, seconds)
        }
        if let button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", action)
        }
        // The overlay takes one reference, and this the other.
        g_object_ref(UnsafeMutableRawPointer(toast))
        adw_toast_overlay_add_toast(toasts.opaque, toast)
        shownToast = toast
    }

    private func copyReport() {
        guard let report = state?.report else { return }
        copy(report)
    }

    private func copy(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window.gtk), text)
        toast(tr("Copied"))
    }

    private func choosePicture(_ finish: @escaping @MainActor (String) -> Void) {
        PictureChooser.open(
            title: tr("Choose a Picture"), accept: tr("Choose"), cancel: tr("Cancel"),
            over: window, finish)
    }

    private func help(_ remedy: NowPage.Remedy) {
        switch remedy {
        case .openConfiguration: openConfiguration()
        case .showProblems: showPage("follow")
        }
    }

    private func openConfiguration() {
        guard let path = settings?.current.path else {
            return toast(tr("There is no configuration file yet; every setting has its default."))
        }
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        gtk_show_uri(window.as(GtkWindow.self), uri, guint32(GDK_CURRENT_TIME))
        g_free(uri)
    }

    private func showAbout() {
        let about = Widget(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, tr("Appearance"))
        adw_about_window_set_application_icon(about.opaque, WindowApplication.id)
        adw_about_window_set_version(about.opaque, projectVersion)
        adw_about_window_set_website(
            about.opaque, "https://github.com/appearanced/appearanced")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_MIT_X11)
        gtk_window_set_transient_for(about.as(GtkWindow.self), window.as(GtkWindow.self))
        gtk_window_present(about.as(GtkWindow.self))
    }
}
