/// One thing that setup would do, and asks about.
struct SetupStep {
    /// What is to be done.
    enum Deed {
        case write([FileChange])
        case run(Command)
    }

    /// What it is for, in a sentence.
    let purpose: String
    let deeds: [Deed]
    /// What is left to the user once it is done; empty for nothing.
    var afterwards = ""

    /// What exactly would be done: files with their lines, commands as a shell would take them.
    var lines: [String] {
        deeds.flatMap { deed in
            switch deed {
            case .write(let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .run(let question): [question.words]
            }
        }
    }

    func carryOut() throws(CommandLineError) {
        for deed in deeds {
            switch deed {
            case .write(let changes): for change in changes { try change.write() }
            case .run(let question): try question.carryOut()
            }
        }
    }
}

extension Command {
    /// As a shell would take it.
    var words: String { ([program] + arguments).map(\.shellWord).joined(separator: " ") }

    /// Runs it for what it does; throws what it complains of.
    fileprivate func carryOut() throws(CommandLineError) {
        let answer = CommandRunner.ask([self], within: .seconds(60))[0]
        do throws(Unavailable) {
            _ = try answer.text(of: self)
        } catch {
            throw CommandLineError("\(words) was not done. \(error.why)")
        }
    }
}
