package import DaemonClient
internal import Glibc
package import Linux

/// A connection to a message bus that never blocks.
///
/// It authenticates as the user of the process. Calls that are sent before that follow it.
/// https://dbus.freedesktop.org/doc/dbus-specification.html#auth-protocol
package struct BusStream: ~Copyable {
    /// The size of the longest line of the authentication, in bytes.
    private static let lineLimit = 1024

    private let stream: ClientStream
    private var framer = BusFramer()
    private var lastSerial: UInt32 = 0
    /// The calls to send once the bus has accepted the user; `nil` after that.
    private var unsent: [UInt8]? = []
    /// The start of the line with which the bus accepts the user.
    private var line: [UInt8] = []

    /// Connects to the first socket of an address that accepts, watched by a set of descriptors;
    /// `nil` if there is none.
    package init?(to address: String, _ readiness: borrowing EpollSet) {
        guard let stream = Self.greetedStream(to: address, readiness) else { return nil }
        self.init(stream)
    }

    /// Swift 6.2 would destroy the properties with a default twice if this returned `nil`.
    private init(_ stream: consuming ClientStream) { self.stream = stream }

    private static func greetedStream(
        to address: String, _ readiness: borrowing EpollSet
    ) -> ClientStream? {
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        for path in BusAddress.sockets(in: address) {
            guard let stream = try? ClientStream(path: path) else { continue }
            let isWatched = (try? readiness.add(stream.rawValue)) != nil
            let greeting = Array("\0AUTH EXTERNAL \(user)\r\n".utf8)
            guard isWatched, (try? stream.send(greeting)) != nil else { continue }
            return stream
        }
        return nil
    }

    /// Sends a call and returns its serial number.
    package mutating func send(_ call: BusCall) throws(DaemonError) -> UInt32 {
        lastSerial += 1
        let bytes = call.encoded(serial: lastSerial)
        if unsent == nil { try transmit(bytes) } else { unsent? += bytes }
        return lastSerial
    }

    private func transmit(_ bytes: [UInt8]) throws(DaemonError) {
        try stream.send(bytes)
    }

    /// Returns the next message; `nil` if there is none now.
    ///
    /// - Throws: `DaemonError` if the bus has gone or does not follow the specification.
    package mutating func next() throws(DaemonError) -> BusMessage? {
        while true {
            if let message = try framer.next() { return try BusMessage(message) }
            guard let piece = try stream.receive() else { return nil }
            guard !piece.isEmpty else { throw .disconnected }
            if unsent == nil { framer.append(piece) } else { try authenticate(piece) }
        }
    }

    private mutating func authenticate(_ piece: ArraySlice<UInt8>) throws(DaemonError) {
        line += piece
        guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
            guard line.count < Self.lineLimit else { throw .invalidBusMessage }
            return
        }
        guard line.starts(with: "OK ".utf8) else { throw .invalidBusMessage }
        framer.append(line[(end + 1)...])
        line = []
        let calls = unsent ?? []
        unsent = nil
        try transmit(Array("BEGIN\r\n".utf8) + calls)
    }
}
