/// A bus that has been connected to and is on no loop yet.
///
/// Connecting and saying hello wait for the bus to answer, which one that is stopped never does. So
/// a thread of its own may do that, and hand this over to the thread of the loop.
package final class OpenedBus: @unchecked Sendable {
    /// The address that it was reached at.
    let address: String
    private var pointer: OpaquePointer?

    /// Connects to the bus at an address and says hello, waiting for the answer.
    package init(at address: String) throws(BusFailure) {
        self.address = address
        pointer = try BusConnection.opened(address)
    }

    deinit {
        if let pointer { BusConnection.discard(pointer) }
    }

    /// Hands the connection on, once.
    func take() -> OpaquePointer {
        guard let pointer else { preconditionFailure("the bus at \(address) was taken twice") }
        self.pointer = nil
        return pointer
    }
}
