import AppearanceTestSupport
import EventLoop
import Foundation
import Linux
import Synchronization
import Testing

@testable import AppearanceDaemon

/// State that a thread of the file writes.
@Suite(.bounded) struct BackgroundFileTests {
    private let home: TestHome
    private let loop: EventLoop

    init() throws {
        home = try TestHome()
        loop = try EventLoop()
    }

    private var path: String { home.stateHome + "/folder/state" }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// The contents that were written, in order.
    private final class Written: Sendable {
        private let all = Mutex<[String]>([])

        var contents: [String] { all.withLock { $0 } }

        func content(_ text: String) -> BackgroundFile.Content {
            {
                self.all.withLock { $0.append(text) }
                return Array(text.utf8)
            }
        }
    }

    @Test func `the first content is written at once, with the folder it needs`() throws {
        let file = try BackgroundFile(path: path, on: loop) { _ in }
        file.write { Array("first".utf8) }
        try FileWatch.wait(for: path) { $0 == "first" }
        file.finish()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.stateHome + "/folder")
                == ["state"])
    }

    /// Each write of another file takes as long as one of this would.
    @Test func `contents that follow each other quickly are not all written`() throws {
        let written = Written()
        let file = try BackgroundFile(path: path, on: loop) { _ in }
        file.write(written.content("first"))
        try FileWatch.wait(for: path) { $0 == "first" }
        for number in 1...20 {
            file.write(written.content("\(number)"))
            try AtomicFile.write([], to: home.stateHome + "/other")
        }
        file.finish()
        #expect(written.contents.first == "first")
        #expect(written.contents.last == "20")
        #expect(written.contents.count <= 4, "\(written.contents)")
        #expect(try text() == "20")
    }

    @Test func `a failure is reported once, and its end once`() throws {
        try home.write("a file", to: home.stateHome + "/folder")
        var news: [String] = []
        let file = try BackgroundFile(path: path, on: loop) { event in
            switch event {
            case .failed(let failure): news.append("\(failure)")
            case .recovered: news.append("mended")
            }
        }
        file.write { Array("first".utf8) }
        let deadline = Deadline()
        while news.isEmpty {
            try deadline.check("the news")
            try loop.runOnce(timeout: 100_000)
        }
        file.write { Array("second".utf8) }
        try FileManager.default.removeItem(atPath: home.stateHome + "/folder")
        while news.count < 2 {
            try deadline.check("the news")
            try loop.runOnce(timeout: 100_000)
        }
        file.finish()
        #expect(news.first?.contains("folder") == true)
        #expect(news.last == "mended")
        #expect(try text() == "second")
    }

    @Test func `content that could not be written is written later without another change`() throws
    {
        try home.write("a file", to: home.stateHome + "/folder")
        var news: [BackgroundFile.Event] = []
        let file = try BackgroundFile(path: path, on: loop) { news.append($0) }
        file.write { Array("only".utf8) }
        let deadline = Deadline()
        while news.isEmpty {
            try deadline.check("the failure")
            try loop.runOnce(timeout: 100_000)
        }
        try FileManager.default.removeItem(atPath: home.stateHome + "/folder")
        while news.count < 2 {
            try deadline.check("the write after the failure")
            try loop.runOnce(timeout: 100_000)
        }
        #expect(try text() == "only")
        file.finish()
    }

    @Test func `a failure that the loop has not seen is retried at the end`() throws {
        let attempts = Written()
        let file = try BackgroundFile(path: path, on: loop) { _ in }
        let target = path
        file.write {
            // A folder in place of the file fails the first attempt.
            let manager = FileManager.default
            if attempts.contents.isEmpty {
                try? manager.createDirectory(
                    atPath: target + "/full", withIntermediateDirectories: true)
            } else {
                try? manager.removeItem(atPath: target)
            }
            return attempts.content("only")()
        }
        file.finish()
        #expect(attempts.contents.count == 2)
        #expect(try text() == "only")
    }

    @Test(.row("C6")) func `lines that cannot be written at the end are reported`() throws {
        var failures = 0
        let writer = try LineWriter(
            "test-writer", limit: 100, onFailure: .retry, on: loop,
            { _ throws(IOError) in
                throw .system(call: "write", subject: "a file", errno: .noBufferSpace)
            },
            report: { event in if case .failed = event { failures += 1 } })
        #expect(writer.append(Array("a line\n".utf8)) == .appended)
        writer.finish()
        #expect(failures == 1)
        while try loop.runOnce(timeout: 0) {}
        #expect(failures == 1)
    }

    @Test(.row("C6")) func `an unwritable file does not delay the exit, and is reported`() throws {
        try home.write("a file", to: home.stateHome + "/folder")
        var failures = 0
        let file = try BackgroundFile(path: path, on: loop) { event in
            if case .failed = event { failures += 1 }
        }
        file.write { [] }
        file.finish()
        #expect(failures == 1)
        while try loop.runOnce(timeout: 0) {}
        #expect(failures == 1)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
