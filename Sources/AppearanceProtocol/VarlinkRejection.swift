/// Why a message is no call, and what to answer.
package struct VarlinkRejection: Error, Equatable, Sendable {
    /// What the caller is told.
    package let error: VarlinkError
    /// Whether nothing after this message can be understood.
    package let endsConnection: Bool
    /// Whether the caller waits for an answer; one who said `oneway` does not.
    private let isAwaited: Bool

    init(_ error: VarlinkError, endsConnection: Bool = false, isAwaited: Bool = true) {
        self.error = error
        self.endsConnection = endsConnection
        self.isAwaited = isAwaited
    }

    /// A message without an end.
    package init(_ tooLong: MessageTooLong) {
        self.init(.limitsExceeded(limit: "\(tooLong.limit) bytes a message"), endsConnection: true)
    }

    /// A message that is no JSON object.
    static let malformed = VarlinkRejection(
        .invalidParameter(parameter: "message"), endsConnection: true)

    /// The bytes to answer with; nil for nothing.
    package var reply: [UInt8]? { isAwaited ? Reply.error(error).encoded() : nil }
}
