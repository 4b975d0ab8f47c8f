import AppearanceEngine
import AppearanceLimits
import AppearanceModel

/// The inhibitors of every client, over D-Bus and socket alike: their cookies and their number.
package final class Inhibitors {
    /// Whom an inhibitor counts for.
    enum Client: Hashable {
        case process(UInt32)
        /// A connection to the bus whose process the bus does not know.
        case connection(String)
    }

    /// Why an inhibitor is refused.
    enum Refusal: Error {
        /// So many are there already, whoever has them.
        case tooMany(limit: Int)
        /// The process has so many already.
        case tooManyOfProcess(limit: Int)
    }

    private let requests: any RequestHandler
    private var clients: [UInt32: Client] = [:]
    private var nextCookie: UInt32 = 1

    package init(_ requests: any RequestHandler) { self.requests = requests }

    /// Adds an inhibitor and returns its cookie.
    func add(_ inhibitor: Inhibitor, of client: Client) throws(Refusal) -> UInt32 {
        guard clients.values.count(where: { $0 == client }) < Limits.inhibitorsPerProcess else {
            throw .tooManyOfProcess(limit: Limits.inhibitorsPerProcess)
        }
        let cookie = nextCookie
        if case .tooManyHolders(let limit)? = requests.submit(
            .inhibited(cookie: cookie, inhibitor))
        {
            throw .tooMany(limit: limit)
        }
        nextCookie &+= 1
        clients[cookie] = client
        return cookie
    }

    /// Removes an inhibitor; does nothing for one that is not there.
    func remove(_ cookie: UInt32) {
        guard clients.removeValue(forKey: cookie) != nil else { return }
        _ = requests.submit(.released(cookie: cookie))
    }
}
