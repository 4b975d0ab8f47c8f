/// A library that is compiled for a test and preloaded into the program under test.
package enum PreloadedLibrary {
    /// Compiles `Tests/Support/NAME.c` into a home, with these macros defined; the path of the library.
    package static func compile(
        _ name: String, in home: TestHome, defining macros: [String: Int] = [:]
    ) throws -> String {
        let path = "\(home.path)/\(name).so"
        let run = try ChildProcess.run(
            "cc",
            ["-shared", "-fPIC", "-O1", "-o", path]
                + macros.map { "-D\($0)=\($1)" } + ["\(Repository.support)/\(name).c", "-ldl"],
            environment: TestHome.plainEnvironment)
        guard run.status == .exited(0) else { throw HarnessFailure(run.errors) }
        return path
    }
}
