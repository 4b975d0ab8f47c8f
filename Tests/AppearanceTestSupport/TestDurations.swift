#if canImport(Testing)
    import Foundation
    import Testing

    /// The time that each test case took, one line each in the file that `TEST_DURATIONS` names.
    enum TestDurations {
        private static let file: Int32? = ProcessInfo.processInfo.environment["TEST_DURATIONS"].map
        {
            open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        }

        static func note(_ test: Test, _ duration: Duration) {
            guard let file else { return }
            let suite = test.sourceLocation.fileID.replacing(".swift", with: "")
            let line = String(format: "%8.2f", duration.inSeconds) + " s  \(suite) \(test.name)\n"
            try? writeAll(Array(line.utf8), to: file)
        }
    }
#endif
