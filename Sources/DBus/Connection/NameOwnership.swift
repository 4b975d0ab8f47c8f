/// What asking for a bus name led to, in the numbers of the bus.
package enum NameOwnership: UInt32, Sendable {
    /// The name is ours now.
    case owner = 1
    /// Another owns it, and we wait.
    case inQueue = 2
    /// Another owns it, and we have given up.
    case exists = 3
    /// The name was ours already.
    case alreadyOwner = 4
}
