import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct IOErrorTests {
    @Test func `a failed call is described by call subject and reason`() {
        let failure = IOError.system(call: "open", subject: "/x", errno: .noSuchFile)
        #expect("\(failure)" == "open /x: No such file or directory")
        #expect(failure.errno == .noSuchFile)
    }

    @Test func `without a subject the call stands alone`() {
        let failure = IOError.system(call: "eventfd", subject: "", errno: Errno(rawValue: EMFILE))
        #expect("\(failure)" == "eventfd: Too many open files")
    }

    @Test func `an unknown reason keeps its number`() {
        #expect("\(Errno(rawValue: 4711))" == "error 4711")
    }
}
