import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Linux
import Testing

/// From the text of an attribute to lux.
@Suite(.bounded) struct ReadingTests {
    private func read(_ attributes: [String: String]) throws -> Result<Lux, SensorReadError>? {
        let folder = try DeviceFolder(attributes)
        return try folder.channel()?.read()
    }

    private static let numbers: [(String, Double)] = [
        ("0\n", 0), ("12\n", 12), ("12", 12), ("0.250000\n", 0.25), ("7.056000000\n", 7.056),
        ("0012\n", 12), ("199999.999999\n", 199_999.999999), ("200000\n", 200_000),
        ("-0.000000\n", 0),
    ]

    @Test(arguments: numbers)
    func `a number in the kernel's notation is accepted`(_ text: String, _ lux: Double) throws {
        #expect(try read(["in_illuminance_input": text])?.get().value == lux)
    }

    @Test(
        .row("S6", "S7"),
        arguments: [
            "", "\n", " ", "abc\n", "12abc\n", " 12 \n", "12 \n", "\t12\n", "12\n\n", "12\r\n",
            "1,5\n",
            "1.5.0\n", "12.\n", ".5\n", "+5\n", "--5\n", "-\n", "1e3\n", "1e300\n", "0x10\n",
            "nan\n",
            "-nan\n", "inf\n", "infinity\n", "1_000\n", "12\0", "12\0\n", "\0", "1\u{0}2\n", "１２\n",
            "٣\n", "12 lux\n", String(repeating: "9", count: 4_096),
            String(repeating: "0", count: 4_096), "(12,34)\n",
        ])
    func `a number in any other notation is refused`(_ text: String) throws {
        guard case .failure(.notANumber)? = try read(["in_illuminance_input": text]) else {
            Issue.record("\(text.debugDescription) was taken")
            return
        }
    }

    @Test(
        .row("S8"),
        arguments: [
            "-1\n", "-0.000500\n", "200001\n", "4294967294\n", "4294967295\n",
            "99999999999999999999\n",
        ])
    func `a number that no light can have is refused`(_ text: String) throws {
        for attribute in ["in_illuminance_input", "in_illuminance_raw"] {
            guard case .failure(.impossible)? = try read([attribute: text]) else {
                Issue.record("\(text.debugDescription) was taken")
                continue
            }
        }
    }

    @Test(.row("S8")) func `a scale that makes a number too bright for light is refused`() throws {
        let reading = try read([
            "in_illuminance_raw": "1000\n", "in_illuminance_scale": "1000\n",
        ])
        #expect(reading == .failure(.impossible(1_000_000)))
    }

    private static let conversions: [([String: String], Double)] = [
        (["in_illuminance_raw": "100\n"], 100),
        (["in_illuminance_raw": "100\n", "in_illuminance_scale": "0.250000000\n"], 25),
        (["in_illuminance_raw": "100\n", "in_illuminance_offset": "-4\n"], 96),
        (
            [
                "in_illuminance_raw": "100\n", "in_illuminance_offset": "-4\n",
                "in_illuminance_scale": "0.250000000\n",
            ], 24
        ),
        (["in_illuminance_raw": "2\n", "in_illuminance_offset": "-4\n"], 0),
        (["in_illuminance_raw": "1000\n", "in_illuminance_scale": "200\n"], 200_000),
        (["in_illuminance_input": "10\n", "in_illuminance_scale": "5\n"], 10),
        (["in_illuminance_input": "10\n", "in_illuminance_offset": "5\n"], 10),
        (["in_illuminance0_raw": "640\n", "in_illuminance0_scale": "0.1\n"], 64),
        (["in_illuminance0_raw": "640\n", "in_illuminance_scale": "0.1\n"], 64),
        (
            [
                "in_illuminance0_raw": "640\n", "in_illuminance_scale": "9\n",
                "in_illuminance0_scale": "0.1\n",
            ], 64
        ),
        (["in_illuminance_raw": "640\n", "in_illuminance0_scale": "0.1\n"], 640),
        (["in_illuminance_mean_raw": "50\n", "in_illuminance_scale": "2\n"], 100),
        (["in_intensity_both_raw": "50\n", "in_intensity_scale": "2\n"], 100),
        (["in_intensity_both_raw": "50\n", "in_illuminance_scale": "2\n"], 50),
        (["in_illuminance_raw": "50\n", "in_illuminance_calibscale": "2\n"], 50),
    ]

    @Test(arguments: conversions)
    func `the offset is added before the scale is applied`(
        _ attributes: [String: String], _ lux: Double
    ) throws {
        let read = try #require(try read(attributes)).get().value
        #expect(abs(read - lux) < 1e-9)
    }

    @Test(
        .row("S9"),
        arguments: ["0\n", "0.000000\n", "-0.5\n", "nan\n", "inf\n", "", "1e-3\n", "0,1\n"])
    func `an invalid scale counts as 1`(_ text: String) throws {
        let folder = try DeviceFolder([
            "in_illuminance_raw": "80\n", "in_illuminance_scale": text,
        ])
        let channel = try #require(try folder.channel())
        #expect(try channel.read().get().value == 80)
        let words = try #require(channel.oddity())
        #expect(words.hasPrefix(folder.path + "/in_illuminance_scale: "))
        #expect(words.hasSuffix(" is not a scale; 1 is used"))
    }

    @Test(.row("S9")) func `an invalid offset counts as 0`() throws {
        let folder = try DeviceFolder([
            "in_illuminance_raw": "80\n", "in_illuminance_offset": "abc\n",
        ])
        let channel = try #require(try folder.channel())
        #expect(try channel.read().get().value == 80)
        #expect(
            channel.oddity()
                == "\(folder.path)/in_illuminance_offset: \"abc\" is not an offset; 0 is used")
    }

    @Test func `a valid scale and offset are not reported`() throws {
        for attributes in [
            ["in_illuminance_raw": "80\n"],
            ["in_illuminance_raw": "80\n", "in_illuminance_scale": "0.001000000\n"],
            ["in_illuminance_raw": "80\n", "in_illuminance_offset": "0\n"],
            ["in_illuminance_input": "80\n", "in_illuminance_scale": "nan\n"],
        ] {
            let folder = try DeviceFolder(attributes)
            let channel = try #require(try folder.channel())
            #expect(channel.oddity() == nil)
        }
    }

    /// Else a reading would be a thousand times too bright while the scale cannot be read.
    @Test func `a reading fails if its scale cannot be read`() throws {
        let folder = try DeviceFolder([
            "in_illuminance_raw": "7056\n", "in_illuminance_scale": "0.001000000\n",
        ])
        let channel = try #require(try folder.channel())
        #expect(try channel.read().get().value == 7.056)
        try folder.failWithIOError("in_illuminance_scale")
        #expect(channel.read() == .failure(.failed(Errno(rawValue: 5))))
        try folder.set("in_illuminance_scale", to: "0.001000000\n")
        #expect(try channel.read().get().value == 7.056)
    }

    @Test func `an error names its cause`() throws {
        let folder = try DeviceFolder(["in_illuminance_input": "12abc\n"])
        let channel = try #require(try folder.channel())
        func words() -> String? {
            if case .failure(let fault) = channel.read() { fault.description } else { nil }
        }
        #expect(words() == "\"12abc\" is not a number")
        try folder.set("in_illuminance_input", to: "1\u{1b}[31m\u{7f} é~\n")
        #expect(words() == "\"1[31m ~\" is not a number")
        try folder.set("in_illuminance_input", to: "")
        #expect(words() == "it is empty")
        try folder.set("in_illuminance_input", to: String(repeating: "9", count: 4_096))
        #expect(words() == "\"\(String(repeating: "9", count: 24))…\" is not a number")
        try folder.set("in_illuminance_input", to: "-1\n")
        #expect(words() == "-1.0 cannot be light")
        try folder.failWithIOError("in_illuminance_input")
        #expect(words() == "Input/output error")
    }

    @Test(arguments: [(19, true), (6, false), (5, false), (22, false), (2, false), (13, false)])
    func `only some errors mean that the device is gone`(_ errno: Int32, _ isGone: Bool) {
        #expect(SensorReadError.failed(Errno(rawValue: errno)).meansGone == isGone)
    }

    /// Every device that reports and drivers show, without its errors.
    @Test(arguments: try IIODevice.all())
    func `a device from a report is read with the reported value`(_ device: IIODevice) throws {
        var texts: [String: String] = [:]
        for (attribute, value) in device.attributes {
            if case .text(let text) = value { texts[attribute] = text }
        }
        guard texts.count == device.attributes.count || device.expectation.lux != nil else {
            return  // It is all error, which takes a testbed.
        }
        let folder = try DeviceFolder(texts)
        let channel = try folder.channel()
        guard device.expectation.isLightSensor, device.expectation.hasUnit else {
            #expect(channel == nil)
            return
        }
        guard let channel else {
            #expect(device.expectation.lux == nil)
            return
        }
        let reading = channel.read()
        if let lux = device.expectation.lux {
            #expect(try abs(reading.get().value - lux) < 1e-9)
        } else {
            #expect(throws: SensorReadError.self) { try reading.get() }
        }
        for update in device.updates {
            for (attribute, text) in update.attributes { try folder.set(attribute, to: text) }
            #expect(try abs(channel.read().get().value - update.lux) < 1e-9)
        }
    }
}
