import AppearanceModel
import AppearanceRecord

/// A change that was read is read again from its own line, and no line is added to those kept.
enum HistoryFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        let history = History(bytes)
        if let change = history.changes.first(where: { History($0.line).changes != [$0] }) {
            return "another change: \(change)"
        }
        for time in history.changes.map(\.at).prefix(3) {
            let kept = History.retained(
                bytes, days: 30, at: time, limitBytes: bytes.count / 2
            ).bytes
            if kept.count > bytes.count / 2 { return "\(kept.count) bytes of \(bytes.count) kept" }
            let left = History(kept)
            if left.changes.count > history.changes.count { return "changes were added" }
        }
        return history.corrections.count == history.changes.count ? nil : "changes were lost"
    }
}
