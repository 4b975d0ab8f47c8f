import AppearanceTestSupport
import Foundation
import Testing

/// The check `kept files` of `appearancectl doctor`, and the file of `hooks test`.
@Suite(.bounded) struct KeptFileDoctorTests {
    private let scene: DoctorScene

    init() throws { scene = try DoctorScene() }

    private var folder: String { scene.home.stateHome + "/appearanced" }

    private func kept() throws -> DoctorScene.Finding {
        try #require(try scene.findings()["kept files"])
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(.row("C17"), arguments: [nil, "desktop.json", "state.json", "hooks.json"])
    func `files that can be used are no trouble`(_ name: String?) throws {
        let valid = #"{"version":1,"settings":[],"hooks":[]}"#
        if let name { try scene.home.write(valid, to: "\(folder)/\(name)") }
        #expect(try kept().status == "ok")
    }

    @Test(.row("C17"), arguments: ["desktop.json", "night-light-magnifier.json"])
    func `a journal that was set aside is named until it is removed`(_ name: String) throws {
        let copy = "\(folder)/\(name).invalid-2"
        try scene.home.write("{", to: copy)
        let finding = try kept()
        #expect(finding.status == "warning")
        #expect(finding.finding.contains("may have original values"))
        #expect(finding.cause.hasPrefix("\(copy) was set aside."))
        #expect(finding.fix == "rm \(copy)")
        #expect(try scene.run("reset").status == .exited(1))
        _ = try ChildProcess.run("sh", ["-c", finding.fix], environment: scene.home.environment)
        #expect(try kept().status == "ok")
        #expect(try scene.run("reset").status == .exited(0))
    }

    @Test(.row("C17"), arguments: ["{", "directory"])
    func `a journal that cannot be used now is named with the reason`(_ content: String) throws {
        let journal = folder + "/desktop.json"
        if content == "directory" {
            try FileManager.default.createDirectory(
                atPath: journal, withIntermediateDirectories: true)
        } else {
            try scene.home.write(content, to: journal)
        }
        let finding = try kept()
        #expect(finding.status == "broken")
        #expect(finding.finding == "The restore journal \(journal) cannot be used.")
        #expect(finding.cause.contains("No setting in it is changed until it can be."))
        #expect(try names() == ["desktop.json"])
    }

    @Test(.row("C17"), arguments: ["state.json", "hooks.json", "hook-tests.json"])
    func `another file that was set aside is named`(_ name: String) throws {
        let copy = "\(folder)/\(name).invalid"
        try scene.home.write("{", to: copy)
        let finding = try kept()
        #expect(finding.status == "warning")
        #expect(finding.finding == "\(copy) was invalid, and is kept.")
        #expect(finding.fix == "rm \(copy)")
    }

    @Test(.row("C17")) func `a test of a hook keeps an invalid record of tests`() throws {
        let tests = folder + "/hook-tests.json"
        try scene.home.write("{\"version\":", to: tests)
        try scene.home.write(
            program: "#!/bin/sh\n", to: scene.home.configHome + "/appearanced/hooks.d/a")
        let run = try scene.run("hooks", "test", "a", "dark")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.errors.contains("is kept as \(tests).invalid"), "\(run.errors)")
        #expect(try String(contentsOfFile: tests + ".invalid", encoding: .utf8) == "{\"version\":")
        let recorded = try JSON(parsing: String(contentsOfFile: tests, encoding: .utf8))
        #expect(recorded["hooks"].items.map { $0["name"].string } == ["a"])
    }

    @Test(.row("C17"), .requires(.compiler))
    func `a record of tests that cannot be read is not replaced`() throws {
        let tests = folder + "/hook-tests.json"
        try scene.home.write("{", to: tests)
        try scene.home.write(
            program: "#!/bin/sh\n", to: scene.home.configHome + "/appearanced/hooks.d/a")
        scene.variables["LD_PRELOAD"] = try PreloadedLibrary.compile(
            "failing_files", in: scene.home)
        scene.variables["FAULT_PATH"] = tests
        scene.variables["FAULT_AT"] = "1"
        scene.variables["FAULT_ERROR"] = String(EIO)
        scene.variables["FAULT_STAYS"] = "yes"
        let run = try scene.run("hooks", "test", "a", "dark")
        #expect(run.errors.contains("the test is not recorded: open \(tests)"), "\(run.errors)")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try names() == ["hook-tests.json"])
        #expect(try String(contentsOfFile: tests, encoding: .utf8) == "{")
    }

    @Test(arguments: ["history.jsonl", "state.json", "hooks.json", "hook-tests.json"])
    func `a file that cannot be read is named, and the fix makes room for a new one`(
        _ name: String
    ) throws {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let finding = try kept()
        #expect(finding.status == "broken")
        #expect(finding.finding == "\(path) cannot be read.")
        #expect(finding.cause.hasPrefix("Is a directory. "), "\(finding)")
        _ = try ChildProcess.run("sh", ["-c", finding.fix], environment: scene.home.environment)
        #expect(try kept().status == "ok")
        #expect(try names() == ["\(name).old"])
    }

    @Test(.requires(.compiler))
    func `a file without permission to read is given back to its user`() throws {
        let path = folder + "/history.jsonl"
        try scene.home.write("", to: path)
        scene.variables["LD_PRELOAD"] = try PreloadedLibrary.compile(
            "failing_files", in: scene.home)
        scene.variables["FAULT_PATH"] = path
        scene.variables["FAULT_AT"] = "1"
        scene.variables["FAULT_ERROR"] = String(EACCES)
        scene.variables["FAULT_STAYS"] = "yes"
        let finding = try kept()
        #expect(finding.cause.hasPrefix("Permission denied. "), "\(finding)")
        #expect(finding.fix == "chmod u+rw \(path)")
    }

    @Test(.requires(.compiler), arguments: [true, false])
    func `a full disk is named, also before its folder is made`(exists: Bool) throws {
        if exists { try scene.home.write("{}", to: folder + "/other") }
        scene.variables["LD_PRELOAD"] = try PreloadedLibrary.compile("full_disk", in: scene.home)
        scene.variables["FULL_PATH"] = scene.home.path
        let finding = try kept()
        #expect(finding.status == "broken")
        #expect(finding.finding == "The disk of \(folder) is full.")
        scene.variables["FULL_PATH"] = "/nowhere"
        #expect(try kept().status == "ok")
    }
}
