/// What the other programs of a display do with its ramps while the filter has them.
///
/// A program that sets ramps once and is done has said what it wants below the night. One that sets
/// them again over the filter's will go on, and both would make the screen flicker: it is left the
/// screen until it ends. And one that reads ramps reads the filter's, and may take them for what
/// there was before it came.
package struct OtherClients: Sendable {
    /// What to make of ramps that another program has set at night.
    package enum Verdict: Hashable, Sendable {
        /// They are what the filter has set itself, or darken it alone.
        case fine
        /// They are what is to lie below the night from now on.
        case base
        /// They are made of the filter's own, and nothing to build on: those are set again.
        case echo
        /// The program keeps them so, and has the screen until it ends.
        case kept
    }

    /// So many times a program sets other ramps before it has the screen.
    private static let patience = 2

    private var read: [UInt32: [UInt32: GammaRamps]] = [:]
    private var changes: [UInt32: [UInt32: Int]] = [:]
    /// Who has a CRTC for itself.
    package private(set) var keepers: [UInt32: UInt32] = [:]

    package init() {}

    /// Whether somebody may still take the filter's ramps for what there was before.
    package var hasReaders: Bool { !read.isEmpty }

    /// A client has read the ramps of the CRTCs, which the filter had set so.
    package mutating func reads(_ client: UInt32, _ ramps: [UInt32: GammaRamps]) {
        read[client] = (read[client] ?? [:]).merging(ramps) { $1 }
    }

    /// Judges what a CRTC has, which a client has set while it is night.
    ///
    /// `ours` is what the filter has set there last; of it at least `least`, 0 to 65535, has to be
    /// left of the brightest entry.
    package mutating func judge(
        _ present: GammaRamps, of crtc: UInt32, by client: UInt32, ours: GammaRamps, least: Int
    ) -> Verdict {
        if present.isNear(ours) { return .fine }
        if present.isWithin(ours), present.brightest >= least { return .fine }
        changes[client, default: [:]][crtc, default: 0] += 1
        guard changes[client]?[crtc] ?? 0 < Self.patience else {
            keepers[crtc] = client
            return .kept
        }
        return isEcho(present, of: crtc, by: client) || present.isWithin(ours) ? .echo : .base
    }

    /// Whether a client has made ramps of those that it had read at night.
    package func isEcho(_ ramps: GammaRamps, of crtc: UInt32, by client: UInt32) -> Bool {
        read[client]?[crtc].map(ramps.isWithin) ?? false
    }

    /// A client has gone; the CRTCs that it had are returned.
    package mutating func ends(_ client: UInt32) -> Set<UInt32> {
        read[client] = nil
        changes[client] = nil
        let freed = Set(keepers.filter { $0.value == client }.keys)
        for crtc in freed { keepers[crtc] = nil }
        return freed
    }

    /// The night is over: what was done in it counts no more, apart from what was read.
    package mutating func forgetChanges() {
        changes = [:]
        keepers = [:]
    }
}
