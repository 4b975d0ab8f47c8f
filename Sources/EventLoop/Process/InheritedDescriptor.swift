/// A descriptor that the service manager has opened for this process.
package struct InheritedDescriptor: Hashable, Sendable {
    /// Its name in the socket unit, `FileDescriptorName=`.
    package let name: String
    /// The number, open and to be owned by whoever makes a `Descriptor` of it.
    package let rawValue: Int32
}
