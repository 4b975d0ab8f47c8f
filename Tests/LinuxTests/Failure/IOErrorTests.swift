import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct IOErrorTests {
    @Test func `an error is described by call, subject and reason`() {
        let failure = IOError.system(call: "open", subject: "/x", errno: .noSuchFile)
        #expect("\(failure)" == "open /x: No such file or directory")
        #expect(failure.errno == .noSuchFile)
    }

    @Test func `an error without a subject is described by its call`() {
        let failure = IOError.system(call: "eventfd", subject: "", errno: Errno(rawValue: EMFILE))
        #expect("\(failure)" == "eventfd: Too many open files")
    }

    @Test func `an unknown error number is printed`() {
        #expect("\(Errno(rawValue: 4711))" == "error 4711")
    }
}
