import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct ProgramArgumentsTests {
    /// Reads a command line with an option that takes a value, and one that takes none.
    private func read(
        _ words: String...
    ) -> Result<[String], ProgramArguments.EarlyExit> {
        var arguments = ProgramArguments(words[...], of: "program", version: "1", help: "help\n")
        return Result { () throws(ProgramArguments.EarlyExit) in
            var found: [String] = []
            while let option = try arguments.next() {
                switch option {
                case "--check": found.append(option)
                case "--config": found.append(try arguments.value("a file"))
                default: throw arguments.unknownOption
                }
            }
            return found
        }
    }

    @Test func `a value is the next word, or follows the option after an equals sign`() {
        #expect(read() == .success([]))
        #expect(read("--config", "a=b", "--check") == .success(["a=b", "--check"]))
        #expect(read("--config=a=b", "--config", "--check") == .success(["a=b", "--check"]))
    }

    @Test func `an invalid command line is refused with the option`() {
        for words in [read("--config"), read("--config="), read("--config", "")] {
            #expect(words == .failure(.fail("--config needs a file")))
        }
        for words in [read("--check=yes"), read("--check=", "--config", "a")] {
            #expect(words == .failure(.fail("--check takes no value")))
        }
        for option in ["--bad", "-c", "check", "", "-"] {
            #expect(read(option) == .failure(.fail("unknown option \(option); see program --help")))
        }
    }

    @Test func `help and version come before any later word`() {
        for option in ["--help", "-h", "--help=check"] {
            #expect(read("--check", option, "--bad") == .failure(.print("help\n")))
        }
        #expect(read("--version", "--bad") == .failure(.print("program 1\n")))
    }
}
