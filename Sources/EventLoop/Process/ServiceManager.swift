import CSystemd
import Glibc
package import Linux

/// The notifications between a service and its manager; without a manager they do nothing.
package enum ServiceManager {
    /// A state that the manager is notified of.
    package enum State: Hashable, Sendable {
        /// Starting is done.
        case ready
        /// The service is about to end.
        case stopping
    }

    /// Notifies the manager; returns whether there is one.
    ///
    /// sd_notify(3).
    @discardableResult
    package static func notify(_ state: State) throws(IOError) -> Bool {
        try SystemCall.check("sd_notify", sd_notify(0, message(for: state))) > 0
    }

    /// Adopts the descriptors that the manager has passed to this process, once.
    ///
    /// It changes the environment, so it must come before any other thread exists.
    /// sd_listen_fds_with_names(3).
    package static func inheritedDescriptors() throws(IOError) -> [InheritedDescriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try SystemCall.check(
            "sd_listen_fds_with_names", sd_listen_fds_with_names(1, &names))
        guard count > 0, let names else { return [] }
        defer { free(names) }
        return (0..<count).map { index in
            let name = names[Int(index)]
            defer { free(name) }
            return InheritedDescriptor(
                name: name.map { String(cString: $0) } ?? "",
                rawValue: SD_LISTEN_FDS_START + index)
        }
    }

    private static func message(for state: State) -> String {
        switch state {
        case .ready: "READY=1"
        case .stopping: "STOPPING=1"
        }
    }
}

/// A descriptor that the service manager has opened for this process.
package struct InheritedDescriptor: Hashable, Sendable {
    /// Its name in the socket unit, `FileDescriptorName=`.
    package let name: String
    /// The number of the open descriptor; a `Descriptor` must own it.
    package let rawValue: Int32
}
