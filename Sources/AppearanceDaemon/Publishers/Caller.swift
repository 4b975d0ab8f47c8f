/// The program that a limit counts for.
enum Caller: Hashable {
    case process(UInt32)
    /// A connection to the bus whose process the bus does not report.
    case connection(String)
}

/// The result of a request that limits bound, such as that for an inhibitor.
enum Admission {
    /// It is in effect, as that of this number.
    case admitted(UInt32)
    /// The limit of all programs together is reached.
    case tooMany(limit: Int)
    /// The limit of one process is reached.
    case tooManyOfProcess(limit: Int)
}
