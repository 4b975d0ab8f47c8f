/// Lines of columns, each as wide as its widest cell; the last one runs on.
struct Table {
    private(set) var rows: [[String]] = []

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The lines, with two blanks between columns and none at the end.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.count > column + 1 ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column + 1 == row.count ? cell : cell.padded(to: widths[column])
            }.joined(separator: "  ")
        }
    }
}

extension String {
    /// The text with blanks after it, at least so many characters wide.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
