/// The other clients that set the ramps of a display while the filter runs.
///
/// Ramps that a client sets once become the new original, unless they are almost black. If a client keeps
/// setting them, the filter yields until that client leaves the display, because the screen would flicker. A
/// client that reads ramps gets those of the filter and may take them for the original ones.
package struct OtherClients: Sendable {
    /// The verdict on ramps that another client has set at night.
    package enum Verdict: Hashable, Sendable {
        /// Those of the filter, or darker.
        case fine
        /// The new original.
        case base
        /// Derived from those of the filter, or almost black; those of the filter are set again.
        case echo
        /// Kept by the client, to which the filter yields until it exits.
        case kept
    }

    /// The number of changes after which the filter yields.
    private static let changeLimit = 2

    private var read: [UInt32: [UInt32: GammaRamps]] = [:]
    private var changes: [UInt32: [UInt32: Int]] = [:]
    /// The client to which the filter yields a CRTC.
    package private(set) var keepers: [UInt32: UInt32] = [:]

    package init() {}

    /// Whether a client may take the filter's ramps for the original ones.
    package var hasReaders: Bool { !read.isEmpty }

    /// Notes that a client has read the filter's ramps of the CRTCs.
    package mutating func reads(_ client: UInt32, _ ramps: [UInt32: GammaRamps]) {
        read[client] = (read[client] ?? [:]).merging(ramps) { $1 }
    }

    /// Returns the verdict on the ramps that a client has set at night.
    ///
    /// `ours` are the last ramps of the filter; the brightest entry must be at least `least`, 0 to
    /// 65535.
    package mutating func evaluate(
        _ present: GammaRamps, of crtc: UInt32, by client: UInt32, ours: GammaRamps, least: Int
    ) -> Verdict {
        if present.isNear(ours) { return .fine }
        if present.isWithin(ours), present.brightest >= least { return .fine }
        changes[client, default: [:]][crtc, default: 0] += 1
        guard changes[client]?[crtc] ?? 0 < Self.changeLimit else {
            keepers[crtc] = client
            return .kept
        }
        let isOriginal =
            !isEcho(present, of: crtc, by: client) && !present.isWithin(ours)
            && !present.isAlmostBlack
        return isOriginal ? .base : .echo
    }

    /// Returns whether ramps are derived from those that a client has read at night.
    package func isEcho(_ ramps: GammaRamps, of crtc: UInt32, by client: UInt32) -> Bool {
        read[client]?[crtc].map(ramps.isWithin) ?? false
    }

    /// Notes that a client has exited and returns the CRTCs that it had.
    package mutating func ends(_ client: UInt32) -> Set<UInt32> {
        read[client] = nil
        changes[client] = nil
        let freed = Set(keepers.filter { $0.value == client }.keys)
        for crtc in freed { keepers[crtc] = nil }
        return freed
    }

    /// Forgets the changes at the end of night, but not the reads.
    package mutating func forgetChanges() {
        changes = [:]
        keepers = [:]
    }
}
