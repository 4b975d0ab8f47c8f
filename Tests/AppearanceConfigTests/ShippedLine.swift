/// One key's line in the shipped file, with the comments that explain it.
struct ShippedLine {
    let path: String
    let value: String
    let isCommentedOut: Bool
    /// The comment right above the line, joined to one line.
    let comment: String
    /// The comment right above the header of its table.
    let tableComment: String

    /// Every key's line, commented out or not, in order.
    static func all(in text: String) -> [ShippedLine] {
        var found: [ShippedLine] = []
        var table = ""
        var tableComment = ""
        var comment: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let header = line.wholeMatch(of: /(# )?\[([a-z_.]+)\]/) {
                table = String(header.output.2)
                tableComment = comment.joined(separator: " ")
            } else if let key = line.wholeMatch(of: /(# )?([a-z_]+) = (.+)/) {
                found.append(
                    ShippedLine(
                        path: "\(table).\(key.output.2)", value: String(key.output.3),
                        isCommentedOut: key.output.1 != nil,
                        comment: comment.joined(separator: " "), tableComment: tableComment))
            } else if line.hasPrefix("# ") {
                comment.append(line.dropFirst(2))
                continue
            }
            comment = []
        }
        return found
    }
}
