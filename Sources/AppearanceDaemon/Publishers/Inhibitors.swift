import AppearanceEngine
import AppearanceLimits
import AppearanceModel

/// The inhibitors of all clients, over D-Bus and socket: their cookies and limits.
package final class Inhibitors {
    /// The client that an inhibitor counts for.
    enum Client: Hashable {
        case process(UInt32)
        /// A connection to the bus whose process the bus does not report.
        case connection(String)
    }

    private let requests: any RequestHandler
    private var clients: [UInt32: Client] = [:]
    private var nextCookie: UInt32 = 1

    package init(_ requests: any RequestHandler) { self.requests = requests }

    /// Adds an inhibitor, unless a limit is reached.
    func add(_ inhibitor: Inhibitor, of client: Client) -> Admission {
        guard clients.values.count(where: { $0 == client }) < Limits.inhibitorsPerProcess else {
            return .tooManyOfProcess(limit: Limits.inhibitorsPerProcess)
        }
        let cookie = nextCookie
        if case .tooManyInhibitors(let limit)? = requests.submit(
            .inhibited(cookie: cookie, inhibitor))
        {
            return .tooMany(limit: limit)
        }
        nextCookie &+= 1
        clients[cookie] = client
        return .added(cookie: cookie)
    }

    /// Removes an inhibitor, if it exists.
    func remove(_ cookie: UInt32) {
        guard clients.removeValue(forKey: cookie) != nil else { return }
        _ = requests.submit(.released(cookie: cookie))
    }
}

/// The result of the request to add an inhibitor.
enum Admission {
    case added(cookie: UInt32)
    /// The limit of all programs together is reached.
    case tooMany(limit: Int)
    /// The limit of one process is reached.
    case tooManyOfProcess(limit: Int)
}
