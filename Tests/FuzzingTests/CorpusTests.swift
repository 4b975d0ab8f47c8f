import AppearanceTestSupport
import Foundation
import FuzzTargets
import Testing

/// The initial inputs of the fuzzers and their findings, which every reader accepts or refuses.
@Suite(.bounded) struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every input has the expected result`(by target: FuzzTarget) throws {
        let folder = "Tests/Fuzzing/Corpora/\(target.rawValue)"
        let inputs = try Repository.files(under: folder)
        #expect(!inputs.isEmpty)
        for input in inputs {
            let bytes = try Data(contentsOf: URL(filePath: Repository.root + "/" + input))
            for end in Set([0, 1, bytes.count / 2, bytes.count]) {
                let flaw = target.flaw(in: Array(bytes.prefix(end)))
                #expect(flaw == nil, "\(input), the first \(end) bytes")
            }
        }
    }

    @Test func `every corpus has a reader`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root + "/Tests/Fuzzing/Corpora")
        #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
