import AppearanceTestSupport
import Testing

/// Outputs whose driver has a colour matrix, as a property that was made on a real server.
@Suite(.bounded, .requires(.xvfb)) struct ColorMatrixPropertyTests {
    /// Nearly one in the diagonal, and a little of everything elsewhere.
    static let words: [Int64] = [
        0xFFFF_0001, 0, 1, 0x8000_0000, 2, 0, 3, 0, 0, 1, 4, 0, 5, 0x8000_0000, 6, 0, 0xFFFF_FFF0,
        0,
    ]

    static let plain: [Int64] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]

    @Test func `the matrix turns luminance red and is restored exactly`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let output = try #require(try scene.screens.outputs().values.first).number
        try scene.screens.setMatrix(Self.plain, of: output)
        let filter = try scene.filter(NightScene.night)
        // 0.2126, 0.7152 and 0.0722 in parts of 2^32, and nothing in the other rows.
        let night = try scene.screens.matrix(of: output)
        #expect(Array(night.prefix(6)) == [913_110_047, 0, 3_071_760_610, 0, 310_096_639, 0])
        #expect(night.dropFirst(6).allSatisfy { $0 == 0 })
        #expect(try scene.screens.ramps()[crtc] == before)
        let status = try filter.waitForStatus { $0["night"].bool == true }
        #expect(status["outputs"][0]["method"] == "luminance")
        #expect(status["outputs"][0]["loses"] == .null)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(arguments: [false, true])
    func `any matrix is restored exactly`(_ isKilled: Bool) throws {
        let scene = try NightScene()
        let output = try #require(try scene.screens.outputs().values.first).number
        try scene.screens.setMatrix(Self.words, of: output)
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.matrix(of: output) != Self.words)
        if isKilled {
            try filter.kill()
            let next = try scene.filter(NightScene.light)
            #expect(try next.process.terminate() == .exited(0))
        } else {
            #expect(try filter.process.terminate() == .exited(0))
        }
        #expect(try scene.screens.matrix(of: output) == Self.words)
    }

    @Test(.row("N5")) func `a black matrix is not restored`() throws {
        let scene = try NightScene()
        let output = try #require(try scene.screens.outputs().values.first).number
        try scene.screens.setMatrix(Array(repeating: 0, count: 18), of: output)
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.matrix(of: output).contains { $0 != 0 })
        #expect(try filter.process.terminate() == .exited(0))
        let after = try scene.screens.matrix(of: output)
        #expect(after == Self.plain)
    }

    @Test func `without a matrix the status names the limitation`() throws {
        let scene = try NightScene()
        let filter = try scene.filter(NightScene.night)
        let text = try scene.run("--status")
        #expect(text.status == .exited(0))
        #expect(text.output.contains("is red."))
        #expect(text.output.contains("red channel: pure green and blue turn black"))
        let json = try JSON(parsing: scene.run("--status", "--json").output)
        #expect(json["outputs"][0]["method"] == "red channel")
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.run("--status").status == .exited(75))
    }
}
