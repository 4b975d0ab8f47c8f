import AppearanceTestSupport
import Foundation
import Testing

/// The words of the commands in the evening, by the files of a filter that only holds its lock.
@Suite(.bounded) final class EveningWordsTests {
    private let home: TestHome
    private let lock: Int32

    init() throws {
        home = try .inDaylight("[nightfilter]\n[nightfilter.evening]\ntemperature = 3400\n")
        let path = try home.write("", to: "run/appearance-nightfilter/:7.lock")
        lock = open(path, O_RDWR | O_CLOEXEC)
        var claim = flock()
        claim.l_type = Int16(F_WRLCK)
        claim.l_whence = Int16(SEEK_SET)
        try #require(fcntl(lock, F_SETLK, &claim) == 0)
        try writeStatus()
    }

    deinit { close(lock) }

    private func writeStatus(_ evening: String = "null", isFading: Bool = false) throws {
        try home.write(
            """
            {"display":":7","night":false,"fading":\(isFading),"outputs":[],"evening":\(evening)}
            """, to: "run/appearance-nightfilter/:7.json")
    }

    private func night(_ words: String...) throws -> String {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"] + words, environment: home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        return run.output
    }

    @Test(
        .row("N54"),
        arguments: [
            ("temperature = 0\n", "Not red"), ("temperature = 3400\n", "Neither warm nor red"),
            ("temperature = 3400\n[nightfilter]\nintensity = 0.0\n", "Not warm"),
        ])
    func `not tonight names the colours that it ends`(_ settings: String, _ words: String) throws {
        try home.write(configuration: "[nightfilter.evening]\n" + settings)
        let off = try night("off", "--for", "1h")
        #expect(off.hasPrefix("\(words) until "), "\(off)")
        #expect(off.hasSuffix(". Back to auto: appearancectl night auto\n"))
        let text = try night()
        #expect(text.hasPrefix("\(words) until "), "\(text)")
        #expect(text.hasSuffix(", as you chose; undo: appearancectl night auto\n"), "\(text)")
        try writeStatus(isFading: true)
        let fading = try night()
        #expect(
            fading.hasPrefix("Turning back to normal; \(words.lowercased()) until "), "\(fading)")
    }

    @Test(.row("N54")) func `an override of the evening is a sentence at any step of its fade`()
        throws
    {
        try writeStatus(#"{"temperature":3400,"until":null,"state":"beginning"}"#)
        #expect(try night() == "Evening: turning to 3,400 K\n")
        try writeStatus(#"{"temperature":3400,"until":4102444800000000,"state":"beginning"}"#)
        #expect(try night().hasPrefix("Evening: turning to 3,400 K, until "))
        _ = try night("preview", "1h", "--evening")
        let preview = try night()
        #expect(preview.hasPrefix("Evening: turning to 3,400 K, until "), "\(preview)")
        #expect(preview.hasSuffix(", as you chose; undo: appearancectl night auto\n"))
        _ = try night("off", "--for", "1h")
        try writeStatus(#"{"temperature":3400,"until":null,"state":"ending"}"#)
        let ending = try night()
        #expect(
            ending.hasPrefix("Turning back from 3,400 K; neither warm nor red until "), "\(ending)")
    }

    @Test func `JSON has the temperature of now, the target and the end`() throws {
        let daemon = try RunningDaemon(home: home)
        func evenings() throws -> [JSON] {
            [
                try JSON(parsing: night("--json"))["displays"][0]["evening"],
                try JSON(parsing: daemon.appearancectl("status", "--json").output)["evening"],
            ]
        }
        let rest = #""until":4102444800000000,"state":"beginning","loses":null"#
        try writeStatus(#"{"temperature":3400,"temperature_now":5100,\#(rest)}"#)
        for evening in try evenings() {
            #expect(evening["temperature"].integer == 3400)
            #expect(evening["temperature_now"].integer == 5100)
            #expect(evening["until"].integer == 4_102_444_800_000_000)
            #expect(evening["until_iso"].string?.hasPrefix("2100-01-01T00:00") == true)
            #expect(evening["state"] == "beginning" && evening["loses"] == .null)
        }
        let run = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--status"],
            environment: home.environment.merging(["DISPLAY": ":7"]) { $1 })
        #expect(run.output == "The display :7 is turning to 3400 K, at 5100 K now.\n", "\(run)")
        // An earlier version, or other colours on the screen.
        for now in ["", #""temperature_now":null,"#, #""temperature_now":7,"#] {
            try writeStatus(#"{"temperature":3400,\#(now)\#(rest)}"#)
            for evening in try evenings() {
                #expect(evening["temperature"].integer == 3400)
                #expect(evening["temperature_now"] == .null)
            }
        }
        try writeStatus()
        for evening in try evenings() { #expect(evening == .null) }
        try FileManager.default.removeItem(
            atPath: home.path + "/run/appearance-nightfilter/:7.json")
        let status = try JSON(parsing: daemon.appearancectl("status", "--json").output)
        #expect(status["evening"] == .null)
    }
}
