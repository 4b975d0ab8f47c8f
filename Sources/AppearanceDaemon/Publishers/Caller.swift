/// The program that a limit counts for.
enum Caller: Hashable {
    case process(UInt32)
    /// A connection to the bus whose process the bus does not report.
    case connection(String)
}
