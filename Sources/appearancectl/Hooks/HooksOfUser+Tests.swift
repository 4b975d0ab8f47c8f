internal import AppearanceDesktop
internal import Console
internal import Diagnosis
internal import Linux

extension HooksOfUser {
    /// Records a test of a hook; those of removed hooks are forgotten.
    func record(_ test: HookRun, of name: String) throws(CommandLineError) {
        guard let state else { return }
        let names = Set(catalog.entries.map(\.hook.name))
        // The folder is private, as the daemon makes it.
        do throws(IOError) { try Directory.create(state) } catch {
            throw CommandLineError("cannot write \(state): \(error).")
        }
        let file = KeptFile(
            "\(state)/\(HookRecords.testsFileName)", limit: HookRecords.largestFile)
        // Another test may have ended meanwhile.
        try FileWriting.whileLocked(file.path) { (_) throws(CommandLineError) in
            var tests = HookRecords()
            switch file.read(HookRecords.init(decoding:)) {
            case .absent: break
            case .content(let records): tests = records
            case .unreadable(let error): throw CommandLineError("\(error).")
            case .invalid(let problem):
                do throws(IOError) {
                    let copy = try file.setAside()
                    StandardError.line(
                        "\(Program.name): \(file.path) \(problem) and is kept as \(copy)")
                } catch {
                    throw CommandLineError("\(file.path) \(problem) and cannot be kept: \(error).")
                }
            }
            tests.runs[name] = test
            tests.runs = tests.runs.filter { names.contains($0.key) }
            try FileWriting.write(tests.encoded, to: file.path)
        }
    }
}
