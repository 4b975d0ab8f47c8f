package import AppearanceModel

extension JSONWriter {
    /// Writes what a program sees of the user's presence.
    package mutating func members(of report: PresenceReport) {
        name("holders")
        array(report.holders) { writer, holder in
            writer.object {
                $0.member("kind", holder.kind.rawValue)
                $0.member("who", holder.who)
            }
        }
        if let isQuiet = report.isQuiet { member("quiet", isQuiet) }
        if let isIdle = report.isIdle { member("idle", isIdle) }
    }
}

extension PresenceReport {
    /// Reads what `members(of:)` has written.
    package init(_ fields: Fields) throws(JSONError) {
        self.init(
            isQuiet: try fields.optionalBool("quiet"), isIdle: try fields.optionalBool("idle"))
        for holder in try fields.elements("holders") {
            holders.append(
                ChangeHolder(try holder.word("kind"), who: try holder.string("who")))
        }
    }
}
