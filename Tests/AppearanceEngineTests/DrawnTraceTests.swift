import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Drawings of time: one column a second, at noon, with every dwell 5 s.
///
/// `B` is bright (300 lux), `m` in between (60), `d` dim (20), `n` nearly nothing (0.5), `-` the same
/// again, `.` no reading. Below it the appearance: `L`, `D`, `N`, and `-` for the same again. A
/// reading is believed when the next one has come, and moves the median when it is the third of
/// its kind: three seconds pass before a dwell begins.
@Suite(.bounded) struct DrawnTraceTests {
    @Test(arguments: [
        (
            "two dim seconds change nothing, a lasting dim does",
            "B-----d-B-----d-----------",
            "L---------------------D---"
        ),
        (
            "one flash changes nothing",
            "d--------B-d--------------",
            "L---D---------------------"
        ),
        (
            "one drop-out changes nothing",
            "B--------n-B--------------",
            "L-------------------------"
        ),
        (
            "what lies between the thresholds keeps what was",
            "B-------m-----------------",
            "L-------------------------"
        ),
        (
            "a room that is dark by day turns dark, never red",
            "B--------n-------------------",
            "L----------------D-----------"
        ),
    ])
    func `the appearance follows the drawn light`(_ what: String, _ lux: String, _ shown: String) {
        #expect(draw(lux) == expand(shown), "\(what)")
    }

    @Test
    func `a dark room at night is night, and a short glare changes nothing`() {
        #expect(
            draw("d--------n----------------B--n-------", at: "2026-03-20T23:00:00")
                == expand("D----------------N-------------------"))
    }

    /// `x` is a sensor that is unplugged, `o` its return without a reading.
    @Test func `a sensor that comes and goes is replaced by the schedule`() {
        #expect(
            draw("B---------x---o---x---o---x---o---x---", at: "2026-03-20T20:00:00")
                == expand("D---L-------------D-------------------"))
    }

    @Test func `a sensor that returns with readings in time changes nothing`() {
        #expect(
            draw("B---------x--oB------------------", at: "2026-03-20T20:00:00")
                == expand("D---L----------------------------"))
    }

    @Test func `a lamp at night changes night to light directly`() {
        #expect(
            draw("n--------------B-----------------", at: "2026-03-20T23:00:00")
                == expand("D---N------------------L---------"))
    }

    @Test func `the last level decides for six minutes without readings`() {
        let gap = String(repeating: ".", count: 380)
        let shown = draw("d-----------" + gap, at: "2026-03-20T12:00:00")
        #expect(shown.hasPrefix(expand("L---D----")))
        // After 60 s the sensor is not trusted; 5 min later the schedule decides for light.
        #expect(shown.firstIndex(of: "L", after: 20) == 11 + 60 + 300)
    }

    private func draw(_ lux: String, at start: String = "2026-03-20T12:00:00") -> String {
        var driver = EngineDriver(at: start, sensor: "als")
        var level: Double?
        var shown = ""
        for column in lux {
            switch column {
            case "B": level = 300
            case "m": level = 60
            case "d": level = 20
            case "n": level = 0.5
            case ".": level = nil
            case "x":
                level = nil
                driver.send(.sensorLost)
            case "o": driver.send(.sensorFound(key: "als"))
            default: break
            }
            if let level { driver.read(level + jitter(shown.count)) }
            shown += letter(driver.appearance)
            driver.wait(.seconds(1))
        }
        return shown
    }

    /// Real light is never quite still.
    private func jitter(_ column: Int) -> Double { Double(column % 2) * 0.01 }

    private func letter(_ appearance: Appearance?) -> String {
        switch appearance {
        case .light: "L"
        case .dark: "D"
        case .night: "N"
        case nil: "?"
        }
    }

    private func expand(_ drawing: String) -> String {
        var letter: Character = "?"
        return String(
            drawing.map { column in
                if column != "-" { letter = column }
                return letter
            })
    }
}

extension String {
    fileprivate func firstIndex(of letter: Character, after offset: Int) -> Int? {
        dropFirst(offset).firstIndex(of: letter).map { distance(from: startIndex, to: $0) }
    }
}
