// One setting of the desktop, and the programs that read and write it. They run beside the loop,
// one at a time; their results go to the `SettingFollower`, which decides the next step.

import AppearanceDesktop
import AppearanceModel
import DBus
import DesktopControl
import Linux

/// Keeps one setting of the desktop in step with the appearance.
final class SettingController {
    /// The timeout of a program; each normally takes less than a second.
    private static let timeout = Duration.seconds(10)

    private let setting: DesktopSetting
    private let journal: RestoreJournal
    private let connection: BusConnection
    private let log: Log
    private let access: DesktopAccess
    private var retry: SettingRetry?

    /// The decisions; `nil` while the setting is not followed.
    private var follower: SettingFollower?
    private var listener: SettingListener?
    private var configuration = DesktopSettings()
    /// The value of the last appearance.
    private var shown: String?
    /// The value that a program has read last.
    private var found: String?
    private var session: DesktopSession
    /// Whether a program runs, or a file is written.
    private var isBusy = false
    /// The number of the round; a program of an earlier round has no effect.
    private var round = 0
    private var idleCallbacks: [() -> Void] = []
    /// Whether something has failed since the last reading.
    private var hasFailed = false
    /// The output of the last writing program.
    private var lastWrite: CommandOutput?

    /// Called after each step.
    var onStep: () -> Void = {}

    /// Called when the setting was changed by hand; `nil` to ignore that.
    var onTurn: ((Tone, _ whileAway: Bool) -> Void)?

    init(
        _ setting: DesktopSetting, in environment: ServiceEnvironment, _ journal: RestoreJournal,
        among problems: SettingProblems, on connection: BusConnection, log: Log
    ) throws(IOError) {
        self.setting = setting
        session = environment.desktopSession
        self.journal = journal
        self.connection = connection
        self.log = log
        access = DesktopAccess(
            on: connection.loop, timeout: Self.timeout, managed: environment.isManaged)
        retry = try SettingRetry(
            of: setting.rawValue, among: problems, on: connection.loop, log: log
        ) { [weak self] in
            self?.follower?.retry()
            self?.proceed()
        }
    }

    /// Starts to follow.
    func begin() {
        guard follower == nil else { return }
        // A value left in an earlier round was left on purpose.
        // The name of a picture that is read just before it is replaced tells nothing.
        follower = SettingFollower(
            ours: round > 0 ? [] : journal.content.lastValues(of: setting),
            keepsChoices: !setting.endsWithSession)
        round += 1
        listener = SettingListener(
            to: setting.notices(in: session), on: connection, log: log
        ) { [weak self] in
            self?.follower?.notice()
            self?.proceed()
        }
    }

    /// Stops writing; `then` is called once no program runs any more.
    func leave(_ then: @escaping () -> Void = {}) {
        follower = nil
        listener = nil
        retry?.disarm()
        isBusy ? idleCallbacks.append(then) : then()
    }

    /// Ends the running programs, when the daemon exits.
    static func stop(_ controllers: [SettingController]) {
        DesktopAccess.stop(controllers.map(\.access))
    }

    /// Follows an appearance and a configuration in a session from now on.
    func show(
        _ appearance: Appearance, _ configuration: DesktopSettings, in session: DesktopSession
    ) {
        let configuration = setting.resolved(configuration, File.resolved)
        self.configuration = configuration
        if session != self.session { follower?.retry() }
        self.session = session
        let value = setting.value(in: appearance, configuration)
        // Nothing tells when such a value changes, so it is read before it is replaced.
        if setting.endsWithSession, value != shown { follower?.notice() }
        shown = value
        follower?.setTarget(value, tone: appearance.tone)
        proceed()
    }

    /// Whether the newest value is still to be written, and has not failed.
    var isWriting: Bool { follower?.isWriting ?? false }

    /// Leaves the present value until the next one.
    func leavePresent() { follower?.leavePresent() }

    /// Writes nothing until `letGo`.
    func holdBack() { follower?.isHeldBack = true }

    /// Writes what has been held back.
    func letGo() {
        guard follower?.isHeldBack == true else { return }
        follower?.isHeldBack = false
        proceed()
    }

    // MARK: Step by step

    private func proceed() {
        while !isBusy, let step = follower?.next() {
            do throws(DesktopError) {
                switch step {
                case .read: try read()
                case .write(let value): try write(value)
                }
            } catch {
                fail(error)
            }
        }
        if !isBusy, !hasFailed, follower?.isAtRest == true { retry?.succeed() }
        onStep()
    }

    /// Returns the handler of a result that is awaited from now on; one of an earlier round is ignored.
    private func awaiting<Outcome>(
        _ body: @escaping (Outcome) throws(DesktopError) -> Void
    ) -> (Outcome) -> Void {
        isBusy = true
        let round = round
        return { [weak self] result in
            guard let self else { return }
            isBusy = false
            if round == self.round, follower != nil {
                do throws(DesktopError) { try body(result) } catch { fail(error) }
            }
            proceed()
            guard !isBusy else { return }
            let waiting = idleCallbacks
            idleCallbacks = []
            for then in waiting { then() }
        }
    }

    private func read() throws(DesktopError) {
        let source = setting.source(in: session)
        try access.read(
            source, in: session,
            as: { [setting] texts in
                let value = setting.value(in: texts)
                return if case .programs = source, value == nil { nil } else { (texts, value) }
            },
            awaiting { [weak self] reading throws(DesktopError) in try self?.receive(reading) })
    }

    /// Receives the texts of the source, with the value in them.
    private func receive(
        _ reading: Result<(texts: [String], value: String?), DesktopError>
    ) throws(DesktopError) {
        switch reading {
        case .success((let texts, let value)):
            if case .kconfig = setting.place, yields(to: KDEGlobals(texts)) { return }
            found = value
            receive(setting.state(of: value, in: texts, before: shown, configuration))
        case .failure(let error) where setting.isUnset(byErrorOutput: error.errorOutput):
            receive(setting.state(of: nil, in: [], before: shown, configuration))
        case .failure(let error) where setting.isMissing(byErrorOutput: error.errorOutput):
            leave()
        case .failure(let error):
            guard error.isWithoutValue, let remedy = setting.remedyWithoutValue
            else { throw error }
            throw DesktopError(remedy)
        }
    }

    private func receive(_ state: SettingFollower.State) {
        hasFailed = false
        switch follower?.didRead(state) {
        case nil: break
        case .turned(let tone, let whileAway): onTurn?(tone, whileAway)
        case .notStored:
            warn(
                lastWrite?.ineffective
                    ?? "the value was written, and another program has restored the previous one")
        }
    }

    /// Leaves the setting to Plasma, with a log line, if Plasma switches by itself.
    private func yields(to globals: KDEGlobals) -> Bool {
        guard globals.switchesByItself else { return false }
        warn(KDEGlobals.switchingProblem)
        retry?.disarm()
        // A value that Plasma leaves behind was not set by hand.
        follower = follower?.restarted()
        return true
    }

    // MARK: Writing

    private func write(_ value: String) throws(DesktopError) {
        var others: [DesktopSetting: String?] = [:]
        if case .kconfig = setting.place {
            let globals = KDEGlobals(try access.texts(of: session.plasmaPaths))
            guard !yields(to: globals) else { return }
            for other in setting.companions { others[other] = globals.value(of: other) }
        }
        let present = setting.endsWithSession ? found : follower?.present?.value
        try SettingsJournal.check([present, value] + others.values)
        let setting = setting
        journal.record(
            { [others] journal in
                journal.willWrite(value, to: setting, over: present)
                for (other, value) in others { journal.willChange(other, from: value) }
            },
            then: awaiting { [weak self] result throws(DesktopError) in
                try result.get()
                try self?.set(value)
            })
    }

    private func set(_ value: String) throws(DesktopError) {
        guard let change = setting.change(to: value, in: session)
        else { throw DesktopError("HOME is not set") }
        try access.write(
            change, in: session,
            awaiting { [weak self] result throws(DesktopError) in
                guard let self else { return }
                lastWrite = try result.get()
                follower?.didWrite()
                journal.record { [setting] in $0.didWrite(value, to: setting) }
            })
    }

    // MARK: Failures

    private func fail(_ error: DesktopError) {
        isBusy = false
        follower?.didFail()
        warn(error.description)
    }

    private func warn(_ problem: String) {
        hasFailed = true
        retry?.fail(problem)
    }
}
