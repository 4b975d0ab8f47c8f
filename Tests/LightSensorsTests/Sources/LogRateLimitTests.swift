import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Testing

/// An error that occurs every second for an hour is logged sixty times.
@Suite(.bounded) struct LogRateLimitTests {
    @Test(.row("S5")) func `a lasting error is logged once a minute`() {
        var limit = LogRateLimit()
        let start = BootTime(microsecondsSinceBoot: 5_000_000_000)
        let said = (0..<3_600).filter { limit.isDue(at: start + .seconds(Int64($0))) }
        #expect(said == Array(stride(from: 0, to: 3_600, by: 60)))
    }
}
