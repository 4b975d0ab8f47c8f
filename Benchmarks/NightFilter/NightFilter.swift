// The night filter over one picture beside a copy of it, each on one core, as lines of JSON: what
// the core was busy for, so that other work on the machine counts less.
//
//   filter-benchmark COUNT [WIDTH HEIGHT]    so many times each, in turn; 3840 x 2160 by default

import AppearanceKit
import Glibc

@main
struct NightFilterBenchmark {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard [1, 3].contains(numbers.count), numbers.allSatisfy({ $0 > 0 }),
            let layout = try? PixelLayout(
                width: numbers.count > 1 ? numbers[1] : 3840,
                height: numbers.count > 1 ? numbers[2] : 2160, format: .bgraPremultiplied)
        else {
            print("usage: filter-benchmark COUNT [WIDTH HEIGHT]")
            exit(2)
        }
        measure(layout, numbers[0])
    }

    static func measure(_ layout: PixelLayout, _ count: Int) {
        let source = memory(layout.byteCount)
        let target = memory(layout.byteCount)
        // No two neighbours alike, so that no branch and no table is ever foreseen.
        for start in stride(from: 0, to: source.count, by: 4) {
            let color = UInt32(truncatingIfNeeded: start &* 2_654_435_761)
            source.storeBytes(of: color | 0xFF00_0000, toByteOffset: start, as: UInt32.self)
        }
        let filters: [(String, NightFilter)] = [
            ("luminance to red", NightFilter()),
            ("luminance to amber", NightFilter(tint: Color(0xFF8000))),
            ("color blend with red", NightFilter(.colorBlend)),
        ]
        var times: [String: [Double]] = [:]
        var ratios: [String: [Double]] = [:]
        for _ in 0..<count {
            for (name, filter) in filters {
                let copy = milliseconds { target.copyMemory(from: UnsafeRawBufferPointer(source)) }
                let own = milliseconds { _ = try? filter.apply(to: target, layout) }
                times["copy", default: []].append(copy)
                times[name, default: []].append(own)
                ratios[name, default: []].append(own / copy)
            }
        }
        for name in ["copy"] + filters.map(\.0) {
            let own = times[name, default: []].sorted()
            let ratio = ratios[name].map { $0.sorted()[$0.count / 2] } ?? 1
            print(
                #"{"row": "\#(name)", "ms": \#(own[own.count / 2]), "least_ms": \#(own[0]), "#
                    + #""ratio": \#(ratio)}"#)
        }
    }

    static func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 1)
        return memory
    }

    static func milliseconds(_ body: () -> Void) -> Double {
        var begin = timespec()
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        body()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - begin.tv_sec) * 1e3
            + Double(end.tv_nsec - begin.tv_nsec) / 1e6
    }
}
