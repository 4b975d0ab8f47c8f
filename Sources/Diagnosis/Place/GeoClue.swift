internal import AppearanceKit
internal import AppearanceModel
package import Console
internal import DaemonClient
internal import Linux

// GeoClue belongs to a client by its connection to the bus, and answers by a signal, so that programs such as
// busctl cannot ask it.

/// One question to GeoClue for the city that this machine is in.
///
/// GeoClue asks an agent of the desktop for permission, and a service on the internet for the place of the
/// access points around. The connection is closed after the answer, with which it forgets the client.
/// https://www.freedesktop.org/software/geoclue/docs/
package struct GeoClue: ~Copyable {
    private static let name = "org.freedesktop.GeoClue2"
    private static let client = "org.freedesktop.GeoClue2.Client"
    private static let location = "org.freedesktop.GeoClue2.Location"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The accuracy of a city, by GClueAccuracyLevel.
    private static let cityLevel: UInt32 = 4
    /// The accuracy beyond which the place is not used, in metres.
    private static let coarsest = 500_000.0

    private var connection: BusStream
    private let readiness: EpollSet
    private let deadline: ContinuousClock.Instant
    /// The path of the newest location; `nil` until GeoClue has found one.
    private var found: String?

    /// Returns the place of this machine.
    ///
    /// - Throws: `CommandLineError` with the reason if GeoClue is missing, refuses, does not answer in time, or
    ///   reports no plausible place.
    package static func place(
        within timeout: Duration = .seconds(10), _ environment: (String) -> String?
    ) throws(CommandLineError) -> KnownPlace {
        let address =
            environment("DBUS_SYSTEM_BUS_ADDRESS")?.nonEmpty
            ?? BusAddress.ofSocket("/var/run/dbus/system_bus_socket")
        do {
            let readiness = try EpollSet()
            guard let connection = BusStream(to: address, readiness) else {
                throw CommandLineError("There is no system bus, on which GeoClue would be.")
            }
            var geoClue = GeoClue(connection, readiness, until: .now + timeout)
            return try geoClue.place(within: timeout)
        } catch let error as CommandLineError {
            throw error
        } catch {
            throw CommandLineError("The system bus failed: \(error).")
        }
    }

    private init(
        _ connection: consuming BusStream, _ readiness: consuming EpollSet,
        until deadline: ContinuousClock.Instant
    ) {
        self.connection = connection
        self.readiness = readiness
        self.deadline = deadline
    }

    private mutating func place(within timeout: Duration) throws -> KnownPlace {
        let seconds = "\(timeout.components.seconds) s"
        let rule = "type='signal',sender='\(Self.name)',interface='\(Self.client)'"
        _ = try connection.send(.ofTheBus("Hello"))
        _ = try connection.send(.ofTheBus("AddMatch", .text(rule)))
        let client = try text(
            of: answer(
                "/org/freedesktop/GeoClue2/Manager", "\(Self.name).Manager", "GetClient",
                silence: """
                    GeoClue has not answered within \(seconds). It waits for an agent, the program of the desktop \
                    that permits it: GNOME has one, others start /usr/libexec/geoclue-2.0/demos/agent.
                    """))
        let silence = "GeoClue has not answered within \(seconds)."
        for (property, value) in [
            ("DesktopId", BusCall.Argument.textVariant("appearancectl")),
            ("RequestedAccuracyLevel", .numberVariant(Self.cityLevel)),
        ] {
            _ = try answer(
                client, Self.properties, "Set", .text(Self.client), .text(property), value,
                silence: silence)
        }
        _ = try answer(client, Self.client, "Start", silence: silence)
        while found == nil {
            guard try receive() else {
                throw CommandLineError(
                    """
                    GeoClue has found no place within \(seconds). It needs a network, and a service that knows the \
                    access points around.
                    """)
            }
        }
        let reply = try answer(
            found ?? "", Self.properties, "GetAll", .text(Self.location), silence: silence)
        return try Self.place(of: reply)
    }

    // MARK: Calls

    /// Calls a method and returns the reply; throws the text about silence at the deadline.
    private mutating func answer(
        _ path: String, _ interface: String, _ member: String, _ arguments: BusCall.Argument...,
        silence: String
    ) throws -> BusMessage {
        let serial = try connection.send(
            BusCall(
                destination: Self.name, path: path, interface: interface, member: member,
                arguments: arguments))
        var reply: BusMessage?
        while reply == nil {
            let isInTime = try receive { message in
                if message.replySerial == serial { reply = message }
            }
            guard isInTime else { throw CommandLineError(silence) }
        }
        guard let reply else { throw CommandLineError(silence) }
        if reply.type == BusMessage.errorReply { throw Self.refusal(reply) }
        return reply
    }

    /// Receives the messages that are there, and waits for some; returns false at the deadline.
    private mutating func receive(_ body: (BusMessage) -> Void = { _ in }) throws -> Bool {
        guard
            try wait(
                for: readiness.rawValue, within: max(0, (deadline - .now).pollMilliseconds),
                unlessHungUp: nil)
        else { return false }
        while let message = try connection.next() {
            if message.type == BusMessage.signal, message.member == "LocationUpdated",
                message.signature == "oo"
            {
                var body = message.body
                _ = try body.text()
                found = try body.text()
            }
            body(message)
        }
        return deadline > .now
    }

    private func text(of reply: BusMessage) throws -> String {
        guard reply.signature == "o" else {
            throw CommandLineError("GeoClue has sent an invalid answer.")
        }
        var body = reply.body
        return try body.text()
    }

    // MARK: Answers

    private static func refusal(_ reply: BusMessage) -> CommandLineError {
        let error = reply.errorName ?? ""
        let missing = ["ServiceUnknown", "NameHasNoOwner", "Spawn"]
        if missing.contains(where: { error.hasPrefix("org.freedesktop.DBus.Error.\($0)") }) {
            return CommandLineError("GeoClue is not installed, or cannot start.")
        }
        var body = reply.body
        let reason =
            reply.signature.hasPrefix("s") ? ((try? body.text()) ?? "").excerpt : error.excerpt
        if error == "org.freedesktop.DBus.Error.AccessDenied" {
            return CommandLineError(
                "GeoClue denies the place: \(reason). The desktop's settings may have location services off."
            )
        }
        return CommandLineError("GeoClue fails: \(reason).")
    }

    /// Returns the place in the properties of a location.
    private static func place(of reply: BusMessage) throws -> KnownPlace {
        guard reply.signature == "a{sv}" else {
            throw CommandLineError("GeoClue has sent an invalid answer.")
        }
        var numbers: [String: Double] = [:]
        var body = reply.body
        try body.forEachEntry { (entry: inout BusReader) throws(DaemonError) in
            let name = try entry.text()
            let type = try entry.signature()
            if type == "d" { numbers[name] = try entry.double() } else { try entry.skip(type) }
        }
        guard let latitude = numbers["Latitude"], let longitude = numbers["Longitude"],
            let accuracy = numbers["Accuracy"]
        else { throw CommandLineError("GeoClue has sent an invalid answer.") }
        guard let coordinates = Coordinates(reported: latitude, longitude) else {
            throw CommandLineError("GeoClue reports \(latitude), \(longitude), which is no place.")
        }
        guard accuracy >= 0, accuracy <= coarsest else {
            let text =
                accuracy.isFinite && accuracy >= 0 && accuracy < 1e9
                ? "within \(Int(accuracy / 1000)) km only" : "with an unknown accuracy"
            throw CommandLineError("GeoClue knows the place \(text).")
        }
        return KnownPlace(
            source: "GeoClue", coordinates: coordinates, accuracyMetres: accuracy)
    }
}
