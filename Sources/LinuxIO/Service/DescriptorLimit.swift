import Glibc

/// How many descriptors the process may have open.
package enum DescriptorLimit {
    /// Raises the limit as far as the administrator allows, and returns it.
    @discardableResult
    package static func raise() throws(IOFailure) -> UInt64 {
        var limit = rlimit()
        try SystemCall.run("getrlimit", "RLIMIT_NOFILE") {
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        limit.rlim_cur = limit.rlim_max
        try SystemCall.run("setrlimit", "RLIMIT_NOFILE") {
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return UInt64(limit.rlim_cur)
    }
}
