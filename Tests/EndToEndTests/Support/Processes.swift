import AppearanceTestSupport
import Foundation

extension TestHome {
    /// The programs that run in this home, by their command lines: those with its environment.
    func programs() throws -> [String] {
        let mark = "HOME=\(path)"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard Int32(name) != nil,
                let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
                environment.split(separator: 0).contains(where: { $0.elementsEqual(mark.utf8) }),
                let command = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return nil }
            let words = command.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }
}
