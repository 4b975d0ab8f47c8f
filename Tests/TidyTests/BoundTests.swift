import AppearanceTestSupport
import Testing

/// Every test has a time limit, and every wait a deadline.
@Suite(.bounded) struct BoundTests {
    @Test(arguments: try SourceFile.all(under: "Tests"))
    func `every suite has a bound`(_ file: SourceFile) throws {
        // This file talks about tests.
        guard file.name != "BoundTests" else { return }
        let declarations = try file.lines(
            matching:
                #"^(?:@\w+(?:\(.*\))? )*(?:\w+ )*(?:struct|class|enum|actor|extension)[^\S\n]"#)
        let unbounded = try file.lines(matching: #"^[^\S\n]*@Test\b"#).filter { test in
            let start = declarations.last { $0 < test }
            return start.map { !declaration(at: $0, in: file).contains(".bounded") } ?? true
        }
        #expect(unbounded.map { "\(file.path):\($0 + 1)" } == [], "add @Suite(.bounded)")
    }

    /// A declaration of the file's own level, with its attributes.
    private func declaration(at start: Int, in file: SourceFile) -> String {
        let attributes = file.lines[..<start].reversed().prefix { $0.contains(/^(@|\)|\s)/) }
        return (attributes.reversed() + [file.lines[start]]).joined(separator: "\n")
    }

    @Test(arguments: try SourceFile.all(under: "Tests"))
    func `every loop that waits has a deadline`(_ file: SourceFile) throws {
        guard file.name != "BoundTests" else { return }
        let waiting =
            /\b(?:await|while true|turn\(|poll\(|release\(|look\(\)|list\(\)|get\(|process\(\)|count\(of:|wait\w*\(|nextReply\(|nextMessage\(|descriptorCount)|runOnce\(timeout: [^0]/
        let loops = try file.lines(matching: #"^[^\S\n]*(?:\w+: )?(?:while|repeat)\b"#)
        let endless = loops.filter { index in
            let loop = block(from: index, in: file)
            let excuse = index > 0 && file.lines[index - 1].contains("// Ends ")
            return loop.contains(waiting) && !loop.contains("deadline") && !excuse
        }
        #expect(
            endless.map { "\(file.path):\($0 + 1)" } == [],
            "check a Deadline in it, or say above it what ends it: // Ends …")
    }

    /// A statement with its block, by indentation.
    private func block(from start: Int, in file: SourceFile) -> String {
        let indentation = file.lines[start].prefix { $0 == " " }
        guard file.lines[start].hasSuffix("{") else { return String(file.lines[start]) }
        let end =
            file.lines[start...].firstIndex { $0.hasPrefix(indentation + "}") } ?? start
        return file.lines[start...end].joined(separator: "\n")
    }

    @Test(arguments: try SourceFile.all(under: "Tests"))
    func `every exit test is in a separate process`(_ file: SourceFile) throws {
        guard file.name != "BoundTests" else { return }
        let places = try file.places(of: "processExitsWith")
        #expect(
            places == [] || file.lines.contains { $0.contains(".withExitTests") },
            "add @Suite(.bounded, .withExitTests)")
    }

    @Test(arguments: try SourceFile.all(under: "Tests"))
    func `no test is skipped silently`(_ file: SourceFile) throws {
        guard !["BoundTests", "Trait+Requirement", "ConditionTrait+That"].contains(file.name)
        else { return }
        let pattern = #"\.enabled\(|\bguard\b.*\.problem\b.*\breturn\b|XCTSkip|Test\.cancel"#
        let places = try file.places(of: pattern)
        #expect(places == [], "use .requires(…), which fails with CI=true")
    }

    @Test(arguments: try SourceFile.all(under: "Tests"))
    func `every random number comes from a seed that can be chosen`(_ file: SourceFile) throws {
        guard file.name != "BoundTests" else { return }
        let system =
            #"SystemRandomNumberGenerator|\brandom\(in: [^,()\n]*\)|\b(?:shuffled|randomElement)\(\)"#
        let fixed = #"SplitMix64\(seed: \d"#
        let places = try file.places(of: "\(system)|\(fixed)")
        #expect(
            places == [],
            "draw from a SplitMix64 whose seed is an argument, of Seeds.chosen(…)")
    }
}
