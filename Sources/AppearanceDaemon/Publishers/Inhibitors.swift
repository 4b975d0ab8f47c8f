import AppearanceEngine
import AppearanceLimits
import AppearanceModel

/// The inhibitors of all clients, over D-Bus and socket: their cookies and limits.
package final class Inhibitors {
    private let requests: any RequestHandler
    private var callers: [UInt32: Caller] = [:]
    private var nextCookie: UInt32 = 1

    package init(_ requests: any RequestHandler) { self.requests = requests }

    /// Adds an inhibitor, unless a limit is reached.
    func add(_ inhibitor: Inhibitor, of caller: Caller) -> Admission {
        guard callers.values.count(where: { $0 == caller }) < Limits.inhibitorsPerProcess else {
            return .tooManyOfProcess(limit: Limits.inhibitorsPerProcess)
        }
        let cookie = nextCookie
        if case .tooManyInhibitors(let limit)? = requests.submit(
            .inhibited(cookie: cookie, inhibitor))
        {
            return .tooMany(limit: limit)
        }
        nextCookie &+= 1
        callers[cookie] = caller
        return .admitted(cookie)
    }

    /// Removes an inhibitor, if it exists.
    func remove(_ cookie: UInt32) {
        guard callers.removeValue(forKey: cookie) != nil else { return }
        _ = requests.submit(.released(cookie: cookie))
    }
}
