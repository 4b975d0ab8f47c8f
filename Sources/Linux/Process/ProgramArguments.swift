/// The command line of a program with so few options that it needs no library for them.
///
/// A value is the next word, or follows the option after `=`.
package struct ProgramArguments {
    /// An end of the program before it begins its work.
    package enum EarlyExit: Error, Equatable {
        /// The text to print, such as the help.
        case print(String)
        /// The error in the command line.
        case fail(String)
    }

    private let program: String
    private let version: String
    private let help: String
    private var rest: ArraySlice<String>
    private var option = ""
    private var attached: String?

    /// The words after the name of a program, with what it prints for `--version` and `--help`.
    package init(_ words: ArraySlice<String>, of program: String, version: String, help: String) {
        rest = words
        self.program = program
        self.version = version
        self.help = help
    }

    /// Returns the next option; `nil` at the end.
    package mutating func next() throws(EarlyExit) -> String? {
        guard attached == nil else { throw .fail("\(option) takes no value") }
        guard let word = rest.popFirst() else { return nil }
        option = word
        if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
            option = String(word[..<sign])
            attached = String(word[word.index(after: sign)...])
        }
        switch option {
        case "--help", "-h": throw .print(help)
        case "--version": throw .print("\(program) \(version)\n")
        default: return option
        }
    }

    /// Returns the value of the option that was read last; the noun is for the error without one.
    package mutating func value(_ noun: String) throws(EarlyExit) -> String {
        defer { attached = nil }
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw .fail("\(option) needs \(noun)")
        }
        return value
    }

    /// The error of an option that the program does not have.
    package var unknownOption: EarlyExit {
        .fail("unknown option \(option); see \(program) --help")
    }

    /// Ends the program early: prints the text, or reports the error.
    package func exit(_ exit: EarlyExit) -> Never {
        switch exit {
        case .print(let text):
            CurrentProcess.exit(StandardStream.print(text, by: program).rawValue)
        case .fail(let text):
            StandardStream.error.line("\(program): \(text)")
            CurrentProcess.exit(ExitReason.usage.rawValue)
        }
    }
}
