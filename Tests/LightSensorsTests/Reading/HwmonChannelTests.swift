import AppearanceTestSupport
import LightSensors
import Linux
import Testing

/// The two eyes of a Mac.
@Suite(.bounded) struct HwmonChannelTests {
    private func read(_ text: String, _ correction: Correction = .none) throws
        -> Result<Double, SensorReadError>
    {
        let folder = try DeviceFolder(["light": text])
        return HwmonChannel(path: folder.path + "/light", correction).read()
    }

    private static let eyes: [(String, Double)] = [
        ("(0,0)\n", 0), ("(255,0)\n", 100), ("(0,255)\n", 100), ("(51,20)\n", 20),
        ("(20,51)\n", 20), ("(51,0)", 20), ("(051,000)\n", 20), ("(255,255)\n", 100),
    ]

    @Test(arguments: eyes)
    func `the brighter of two sensors counts, in percent of its range`(
        _ text: String, _ percent: Double
    ) throws {
        #expect(try read(text).get() == percent)
    }

    @Test(arguments: [
        "", "\n", "12\n", "(12)\n", "(12,)\n", "(,12)\n", "(12,12,12)\n", "(12,-1)\n", "(256,0)\n",
        "(12, 0)\n", " (12,0)\n", "(12,0) \n", "(12.5,0)\n", "(12,0", "12,0)\n", "(1e2,0)\n",
        "(nan,0)\n", "(0012,0)\n", "()\n", "(,)\n", "(12,0)\n\n", "(\0,0)\n",
        String(repeating: "(", count: 4_096),
    ])
    func `a value in any other notation is no reading`(_ text: String) throws {
        guard case .failure(.notANumber) = try read(text) else {
            Issue.record("\(text.debugDescription) was taken")
            return
        }
    }

    @Test func `the end of the range can mean a closed lid`() throws {
        let late2013 = Correction(maximumMeansClosed: true)
        #expect(throws: SensorReadError.closed) { try read("(255,0)\n", late2013).get() }
        #expect(try read("(254,0)\n", late2013).get() > 99)
    }

    @Test func `a missing attribute means that the device is gone`() {
        let channel = HwmonChannel(path: "/nowhere/at/all/light")
        #expect(throws: SensorReadError.failed(.noSuchDevice)) { try channel.read().get() }
    }
}
