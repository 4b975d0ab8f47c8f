internal import AppearanceModel
internal import AppearanceProtocol

/// What the thread behind one iteration does: it follows the daemon until the lifeline is cut.
struct ChangeFeed: Sendable {
    /// How long to leave a daemon alone that refuses to be followed.
    private static let pauseMilliseconds: Int32 = 10_000

    let socket: DaemonSocket
    let lifeline: Lifeline
    let continuation: AsyncStream<AppearanceStatus>.Continuation

    func run() {
        var follower = StatusFollower(socket, unlessHungUp: lifeline.number)
        var last: AppearanceStatus?
        while true {
            do {
                guard case .status(let json) = try follower.next() else { continue }
                let status = AppearanceStatus(try Snapshot(json))
                guard status != last else { continue }
                last = status
                continuation.yield(status)
            } catch DaemonFailure.hungUp {
                return
            } catch {
                guard pause() else { return }
            }
        }
    }

    /// False when the lifeline is cut.
    private func pause() -> Bool {
        let number = lifeline.number
        return (try? wait(for: -1, within: Self.pauseMilliseconds, unlessHungUp: number)) != nil
    }
}
