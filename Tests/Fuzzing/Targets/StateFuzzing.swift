import AppearanceDaemon

/// A valid state is read back unchanged after it is written.
enum StateFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        guard let state = StateFile.decode(bytes) else { return nil }
        let again = StateFile.decode(StateFile.encode(state))
        return again == state ? nil : "another state: \(state)"
    }
}
