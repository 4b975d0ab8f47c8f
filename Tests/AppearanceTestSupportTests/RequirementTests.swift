import AppearanceTestSupport
import Foundation
import Testing

/// The real components that tests run.
@Suite(.bounded) struct RequirementTests {
    /// Those that `COMPONENTS` names, as scripts/bare does on a new machine.
    ///
    /// Without it Swift alone, which has built this.
    static let components: [String] = {
        let names = ProcessInfo.processInfo.environment["COMPONENTS"] ?? Requirement.swift.rawValue
        return names.split(whereSeparator: \.isWhitespace).map(String.init)
    }()

    @Test(arguments: components)
    func `a component that was installed runs`(_ name: String) throws {
        let component = try #require(Requirement(rawValue: name))
        let problem = component.problem
        guard problem != "needs root" else { return #expect(getuid() != 0) }
        #expect(problem == nil)
    }

    @Test func `a program that is installed and does not run is a problem`() throws {
        let home = try TestHome()
        let program = try home.write(
            program: "#!/bin/sh\necho libabc.so: not found >&2\nexit 127\n", to: "it")
        #expect(
            Requirement.plasma.problem(running: program, "--version")
                == "needs `\(program) --version` (it fails: libabc.so: not found;"
                + " scripts/install-dependencies plasma)")
        #expect(
            Requirement.sway.problem(running: home.path + "/none")
                == "needs `\(home.path)/none` (it is not installed;"
                + " scripts/install-dependencies sway)")
    }
}
