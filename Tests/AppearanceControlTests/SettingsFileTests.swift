import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Foundation
import SettingsFile
import Testing

/// Changes of the configuration file by another program than the command line.
@Suite(.bounded) struct SettingsFileTests {
    private let home: TestHome
    private let place: ConfigurationPlace

    init() throws {
        let home = try TestHome()
        self.home = home
        place = ConfigurationPlace { home.environment[$0] }
    }

    private var bytes: [UInt8]? {
        FileManager.default.contents(atPath: home.configurationFile).map { Array($0) }
    }

    @Test func `a change is undone to the byte, and a link stays one`() throws {
        let before = "# mine\r\n[ambient]\r\ndark_below = 40 # dim\r\n"
        let target = try home.write(before, to: "store/config.toml")
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
        try #require(symlink(target, home.configurationFile) == 0)
        let change = try #require(try place.write([.init("ambient.dark_below", to: "41.0")]))
        #expect(change.marked == ["- dark_below = 40 # dim", "+ dark_below = 41.0 # dim"])
        #expect(place.read().configuration?.ambient.thresholds.darkBelow == 41)
        #expect(try FileChange.make { change.undone } == change.undone)
        #expect(bytes == Array(before.utf8))
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: home.configurationFile)
        #expect(link == target)
    }

    @Test func `a file that the change has made is removed again`() throws {
        let change = try #require(try place.write([.init("sensor.poll", to: "\"2s\"")]))
        #expect(bytes != nil)
        try FileChange.make { change.undone }
        #expect(bytes == nil)
    }

    @Test(arguments: [true, false])
    func `a file that has changed since is kept`(wasMade: Bool) throws {
        if !wasMade { try home.write(configuration: "# mine\n") }
        let change = try #require(try place.write([.init("sensor.poll", to: "\"2s\"")]))
        try home.write(configuration: "# another\n")
        #expect(throws: SettingsError.changedMeanwhile(path: home.configurationFile)) {
            try FileChange.make { change.undone }
        }
        #expect(bytes == Array("# another\n".utf8))
    }

    @Test func `an invalid file or value is an error with the reason, and nothing is written`()
        throws
    {
        let refused = #expect(throws: SettingsError.self) {
            try place.write([.init("location.time_zone", to: "\"Europe/Berlim\"")])
        }
        #expect(refused.map { "\($0)" }?.contains("did you mean") == true)
        #expect(bytes == nil)
        try home.write(configuration: "[desktop\n")
        let invalid = #expect(throws: SettingsError.self) {
            try place.write([.init("sensor.poll", to: "\"2s\"")])
        }
        #expect(invalid == .invalid(place.read().problems))
        #expect(bytes == Array("[desktop\n".utf8))
    }
}
