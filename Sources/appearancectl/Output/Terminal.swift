internal import Glibc

/// What standard output is, as far as one can see it.
enum Terminal {
    /// Whether colours are wanted: by a terminal that has some, whose user did not ask for none.
    ///
    /// https://no-color.org
    static var hasColours: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
    }

    /// How many characters a line of prose may have, 40 to 100.
    static var width: Int {
        var size = winsize()
        let columns =
            ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
            ? Int(size.ws_col) : Int(variable("COLUMNS")) ?? 80
        return min(max(columns, 40), 100)
    }

    private static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }
}
