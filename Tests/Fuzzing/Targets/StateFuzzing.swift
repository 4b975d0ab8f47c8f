import AppearanceDaemon

/// A state that makes sense makes the same sense when it is written again.
enum StateFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        guard let state = StateFile.decode(bytes) else { return nil }
        let again = StateFile.decode(StateFile.encode(state))
        return again == state ? nil : "another state: \(state)"
    }
}
