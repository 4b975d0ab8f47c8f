internal import Glibc

// Programs that are asked something, all at the same time, on this one thread. None of them can keep
// us longer than we are patient, nor fill our memory: what does not end, or does not stop talking, is
// killed with all that it has started.

/// Asks programs of the system.
enum CommandRunner {
    /// How long all of them together may take.
    static let patience = Duration.milliseconds(1500)

    /// Asks all at once; the answers are in the order of the questions.
    static func ask(_ questions: [Command], within patience: Duration = patience) -> [CommandResult]
    {
        // Ends of children are waited for by `sigtimedwait`, so they must not be dropped before.
        var childEnds = sigset_t()
        sigemptyset(&childEnds)
        sigaddset(&childEnds, SIGCHLD)
        sigprocmask(SIG_BLOCK, &childEnds, nil)
        // Where it is ignored, as it may be inherited, the kernel keeps no exit status.
        signal(SIGCHLD, SIG_DFL)
        let deadline = ContinuousClock.now + patience
        let asked = questions.map(RunningCommand.init)
        while asked.contains(where: \.isTalking), listen(to: asked, until: deadline) {}
        return asked.map { $0.answer(endingBy: deadline) }
    }

    /// False when the time is up.
    private static func listen(
        to asked: [RunningCommand], until deadline: ContinuousClock.Instant
    ) -> Bool {
        var polled = asked.flatMap(\.streams).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let left = (deadline - .now).milliseconds
        guard left > 0 else { return false }
        guard poll(&polled, nfds_t(polled.count), left) >= 0 || errno == EINTR else { return false }
        for (index, stream) in polled.enumerated() where stream.revents != 0 {
            asked[index / 2].hear(stream: index % 2)
        }
        return true
    }
}

extension Duration {
    /// At least 0, rounded up, so that waiting so long is waiting long enough.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return max(0, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}
