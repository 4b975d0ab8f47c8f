import Glibc

/// How many descriptors the process may have open.
package enum DescriptorLimit {
    /// The limit before it was raised; `nil` if it never was.
    private static let inherited = Locked<rlimit?>(nil)

    /// Raises the limit as far as the administrator allows, and returns it.
    @discardableResult
    package static func raise() throws(IOError) -> UInt64 {
        var limit = rlimit()
        try SystemCall.run("getrlimit", "RLIMIT_NOFILE") {
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let former = limit
        inherited.withLock { $0 = $0 ?? former }
        limit.rlim_cur = limit.rlim_max
        try SystemCall.run("setrlimit", "RLIMIT_NOFILE") {
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return UInt64(limit.rlim_cur)
    }

    /// Runs a body, which starts a child, under the limit that this process was started with.
    ///
    /// Programs that use select(2) fail with descriptors above 1023. What is open stays open.
    static func withInheritedLimit<Result>(_ body: () -> Result) -> Result {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var raised = rlimit()
        guard var inherited = inherited.withLock({ $0 }), getrlimit(resource, &raised) == 0
        else { return body() }
        // The hard limit cannot be raised again.
        inherited.rlim_max = raised.rlim_max
        setrlimit(resource, &inherited)
        defer { setrlimit(resource, &raised) }
        return body()
    }
}
