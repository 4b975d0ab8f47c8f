// One change of the desktop through an app's tree, as lines of JSON.
//
//   kit-benchmark NODES COUNT    so many nodes, so many changes; each node draws one colour again

import AppearanceKit
import Glibc

@main
struct KitBenchmark {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 2, let nodes = numbers.first, let count = numbers.last, count > 0
        else {
            print("usage: kit-benchmark NODES COUNT")
            exit(2)
        }
        for shape in Shape.allCases { measure(shape, nodes, count) }
    }

    /// How the nodes lie below each other.
    enum Shape: String, CaseIterable {
        /// All below the app's.
        case flat
        /// Ten below each, as views nest.
        case nested
        /// Each below the one before.
        case chain

        func parent(of index: Int) -> Int? {
            switch self {
            case .flat: index == 0 ? nil : 0
            case .nested: index == 0 ? nil : (index - 1) / 10
            case .chain: index == 0 ? nil : index - 1
            }
        }
    }

    static func measure(_ shape: Shape, _ count: Int, _ changes: Int) {
        let ground = SemanticColor("ground", light: .white, dark: Color(0x1C1C1E))
        var nodes: [AppearanceNode] = []
        var drawn = 0
        var observations: [AppearanceObservation] = []
        for index in 0..<count {
            let node = shape.parent(of: index).map { nodes[$0].child() } ?? AppearanceNode()
            nodes.append(node)
            observations.append(
                node.observe { traits in
                    if ground.resolved(in: traits).alpha == 1 { drawn += 1 }
                })
        }
        drawn = 0
        var times: [Int64] = []
        let appearances: [Appearance] = [.dark, .night, .light]
        for change in 0..<changes {
            let begin = nanoseconds()
            nodes[0].system.appearance = appearances[change % 3]
            times.append(nanoseconds() - begin)
        }
        times.sort()
        let median = Double(times[times.count / 2]) / 1_000
        let row = #""row": "\#(shape.rawValue)", "nodes": \#(count)"#
        print(#"{\#(row), "us": \#(median), "drawn": \#(drawn)}"#)
        withExtendedLifetime(observations) {}
    }

    static func nanoseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
