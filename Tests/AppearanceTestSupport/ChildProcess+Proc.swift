import Foundation

extension ChildProcess {
    /// The number of descriptors it holds open.
    ///
    /// - Throws: if the process has exited.
    package var descriptorCount: Int { get throws { try count(in: "fd") } }

    /// The targets of its descriptors, sorted.
    ///
    /// - Throws: if the process has exited.
    package func descriptorTargets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(directory)/fd").map {
            let link = "\(directory)/fd/\($0)"
            return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? "closed"
        }.sorted()
    }

    /// The number of its threads.
    ///
    /// - Throws: if the process has exited.
    package var threadCount: Int { get throws { try count(in: "task") } }

    /// The names of its threads; one that ends meanwhile has none.
    ///
    /// - Throws: if the process has exited.
    package func threadNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(directory)/task").compactMap {
            try? fileText("task/\($0)/comm").filter { $0 != "\n" }
        }
    }

    /// The memory that it has made its own, in KiB.
    ///
    /// Its share of all memory (PSS) would rise whenever another process ends that runs the same
    /// program, as they do all the time beside a test.
    package func privateMemoryKiB() throws -> Int {
        try kibibytes("Private_Dirty", in: "smaps_rollup")
    }

    /// The most memory that it has had since its start, in KiB.
    package func peakMemoryKiB() throws -> Int { try kibibytes("VmHWM", in: "status") }

    private func kibibytes(_ field: String, in file: String) throws -> Int {
        let lines = try fileText(file).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("\(field):") }?.split { $0 == " " || $0 == "\t" }
        guard let words, words.count > 1, let count = Int(words[1]) else {
            throw HarnessFailure("no \(field) in \(file) of \(command[0])")
        }
        return count
    }

    /// How often any of its threads was switched to, which counts its wake-ups.
    package func contextSwitches() throws -> Int {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/task")
        return try tasks.reduce(0) { try $0 + contextSwitches(inFile: "task/\($1)/status") }
    }

    /// How often its main thread was switched to; a sanitizer adds threads.
    package func contextSwitchesOfMainThread() throws -> Int {
        try contextSwitches(inFile: "status")
    }

    private func contextSwitches(inFile name: String) throws -> Int {
        try fileText(name).split(separator: "\n").filter { $0.contains("ctxt_switches:") }
            .reduce(0) { $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0) }
    }

    /// Whether it watches files, by inotify.
    ///
    /// - Throws: if the process has exited.
    package var watchesFiles: Bool {
        get throws {
            guard isRunning else { throw HarnessFailure("\(command[0]) is gone") }
            return try FileManager.default.contentsOfDirectory(atPath: "\(directory)/fdinfo")
                .contains { (try? fileText("fdinfo/\($0)"))?.contains("inotify wd:") == true }
        }
    }

    /// Whether it has started a process that it has not reaped.
    package var hasChildren: Bool {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").contains {
                let status = try? String(contentsOfFile: "/proc/\($0)/status", encoding: .utf8)
                return status?.contains("\nPPid:\t\(processIdentifier)\n") == true
            }
        }
    }

    private var directory: String { "/proc/\(processIdentifier)" }

    private func count(in name: String) throws -> Int {
        guard isRunning else { throw HarnessFailure("\(command[0]) is gone") }
        return try FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(name)").count
    }

    private func fileText(_ name: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
    }
}
