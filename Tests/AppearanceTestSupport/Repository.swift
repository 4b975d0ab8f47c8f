import Foundation

/// The places of this repository, found from this file's own.
package enum Repository {
    /// The top of the tree.
    package static let root: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// Fixture files.
    package static let fixtures = root + "/Tests/Fixtures"
    /// The programs that tests run beside the ones under test.
    package static let support = root + "/Tests/Support"

    /// The text of a file of the tree.
    package static func text(of path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }

    /// Every file below a folder of the tree, by its path from the top, in order.
    ///
    /// Files that do not belong to the tree (build products, hidden tools) are skipped.
    package static func files(under folder: String = "") throws -> [String] {
        let start = folder.isEmpty ? root : root + "/" + folder
        guard let walk = FileManager.default.enumerator(atPath: start) else {
            throw HarnessFailure("no folder \(start)")
        }
        var found: [String] = []
        for case let name as String in walk {
            let last = name.split(separator: "/").last ?? ""
            if last.hasPrefix(".build") || last == ".git" || last == "__pycache__" {
                walk.skipDescendants()
            } else if walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                found.append(folder.isEmpty ? name : folder + "/" + name)
            }
        }
        return found.sorted()
    }
}

/// The Python interpreters that support programs run on.
package enum Python {
    /// Debian's, which has the modules dbus and gi.
    package static let system = "/usr/bin/python3"
    /// The Python in which scripts/install-dependencies installed the varlink client.
    static let withVarlink = Repository.root + "/.build-tools/python/bin/python3"
}
