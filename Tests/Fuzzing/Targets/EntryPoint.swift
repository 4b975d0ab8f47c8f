import Glibc

/// The reader that the environment names.
private let target = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// The function called by libFuzzer: https://llvm.org/docs/LibFuzzer.html#fuzz-target.
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("FUZZ_TARGET must be one of: \(names)")
    }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let flaw = target.flaw(in: bytes) { fatalError(flaw) }
    return 0
}
