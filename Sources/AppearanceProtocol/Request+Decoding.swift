internal import AppearanceLimits
internal import AppearanceModel

extension Request {
    init(method: String, parameters: Parameters) throws(CallError) {
        guard let dot = method.lastIndex(of: "."),
            let interface = Interface(rawValue: String(method[..<dot]))
        else { throw Self.notFound(method) }
        let name = method[method.index(after: dot)...]
        switch interface {
        case .service: self = try Self.serviceRequest(name, parameters)
        case .appearanced: self = try Self.appearancedRequest(name, parameters)
        }
    }

    private static func notFound(_ method: String) -> CallError {
        guard let dot = method.lastIndex(of: "."), dot > method.startIndex
        else { return CallError(.methodNotFound(method: method)) }
        return CallError(.interfaceNotFound(interface: String(method[..<dot])))
    }

    private static func serviceRequest(
        _ name: Substring, _ parameters: Parameters
    ) throws(CallError) -> Request {
        switch name {
        case "GetInfo":
            try parameters.allow()
            return .getInfo
        case "GetInterfaceDescription":
            try parameters.allow("interface")
            let name = try parameters.string("interface")
            guard let interface = Interface(rawValue: name)
            else { throw CallError(.interfaceNotFound(interface: name)) }
            return .getInterfaceDescription(interface)
        default: throw CallError(.methodNotFound(method: Interface.service.member(String(name))))
        }
    }

    private static func appearancedRequest(
        _ name: Substring, _ parameters: Parameters
    ) throws(CallError) -> Request {
        switch name {
        case "Watch":
            try parameters.allow("light")
            return .watch(light: try parameters.optionalBool("light") ?? false)
        case "SetMode": return try setMode(parameters)
        case "Pause":
            try parameters.allow("for", "until")
            return .pause(end: try parameters.end())
        case "PauseLight":
            try parameters.allow("for", "until")
            guard let end = try parameters.end()
            else { throw CallError(.invalidParameter(parameter: "until")) }
            return .pauseLight(end: end)
        case "Inhibit": return try inhibit(parameters)
        case "FeedLight": return try feedLight(parameters)
        case "ReportPresence": return .reportPresence(try parameters.presence())
        case "EndReports":
            try parameters.allow("source")
            return .endReports(source: try parameters.source())
        default:
            let plain: [Request] = [
                .getStatus, .toggle, .resume, .explain, .requestLight, .listSensors, .leaveDesktop,
            ]
            let method = Interface.appearanced.member(String(name))
            guard let request = plain.first(where: { $0.method == method })
            else { throw CallError(.methodNotFound(method: method)) }
            try parameters.allow()
            return request
        }
    }

    private static func setMode(_ parameters: Parameters) throws(CallError) -> Request {
        try parameters.allow("mode", "for", "until")
        guard let mode = Mode(rawValue: try parameters.string("mode"))
        else { throw CallError(.invalidParameter(parameter: "mode")) }
        let end = try parameters.end()
        // Auto is what a temporary mode ends with: it has no end of its own.
        if mode == .auto, let end {
            if case .after = end { throw CallError(.invalidParameter(parameter: "for")) }
            throw CallError(.invalidParameter(parameter: "until"))
        }
        return .setMode(mode, end: end)
    }

    private static func inhibit(_ parameters: Parameters) throws(CallError) -> Request {
        try parameters.allow("who", "why")
        let who = try parameters.printable("who", within: Limits.whoLength)
        guard !who.isEmpty else { throw CallError(.invalidParameter(parameter: "who")) }
        return .inhibit(
            who: who, why: try parameters.printable("why", within: Limits.whyLength))
    }

    private static func feedLight(_ parameters: Parameters) throws(CallError) -> Request {
        try parameters.allow("source", "lux", "while_connected")
        let source = try parameters.source()
        guard let lux = Lux(try parameters.number("lux")), lux.value <= Limits.brightestLux
        else { throw CallError(.invalidParameter(parameter: "lux")) }
        return .feedLight(
            source: source, lux: lux,
            whileConnected: try parameters.optionalBool("while_connected") ?? false)
    }
}

/// The parameters of a call, read by name and type.
///
/// Every invalid parameter throws `invalidParameter` with its name. An optional parameter may be
/// missing or null, which are equal in varlink.
struct Parameters {
    private let members: [JSON.Member]

    init(_ value: JSON?) throws(CallError) {
        switch value {
        case nil, .null: members = []
        case .object(let members): self.members = members
        case .bool, .integer, .real, .string, .array:
            throw CallError(.invalidParameter(parameter: "parameters"))
        }
    }

    /// Rejects all other names, so that a misspelt one is reported.
    func allow(_ names: String...) throws(CallError) {
        if let unknown = members.first(where: { !names.contains($0.name) }) {
            throw CallError(.invalidParameter(parameter: unknown.name))
        }
    }

    func string(_ name: String) throws(CallError) -> String {
        try required(name, self[name]?.string)
    }

    func printable(_ name: String, within length: Int) throws(CallError) -> String {
        let text = try string(name)
        guard Limits.isPrintable(text, within: length)
        else { throw CallError(.invalidParameter(parameter: name)) }
        return text
    }

    /// Returns the name of a source of light.
    func source() throws(CallError) -> String {
        let source = try printable("source", within: Limits.sourceLength)
        guard !source.isEmpty else { throw CallError(.invalidParameter(parameter: "source")) }
        return source
    }

    /// Returns what a program sees of the user's presence.
    func presence() throws(CallError) -> PresenceReport {
        try allow("holders", "quiet", "idle")
        var report = PresenceReport(
            isQuiet: try optionalBool("quiet"), isIdle: try optionalBool("idle"))
        let holders = try required("holders", self["holders"]?.array)
        guard holders.count <= Limits.holdersPerReport
        else { throw CallError(.invalidParameter(parameter: "holders")) }
        for holder in holders {
            guard let kind = holder["kind"]?.string, let who = holder["who"]?.string,
                let holder = ChangeHolder(kind: kind, who: who)
            else { throw CallError(.invalidParameter(parameter: "holders")) }
            report.holders.append(holder)
        }
        return report
    }

    func number(_ name: String) throws(CallError) -> Double {
        try required(name, self[name]?.number)
    }

    func optionalBool(_ name: String) throws(CallError) -> Bool? {
        try self[name] == nil ? nil : required(name, self[name]?.bool)
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(CallError) -> Value {
        guard let value else { throw CallError(.invalidParameter(parameter: name)) }
        return value
    }

    /// Returns the end of a mode or a pause, from `for` or `until`; `nil` for neither.
    func end() throws(CallError) -> ModeEnd? {
        guard let span = self["for"] else { return try untilEnd() }
        guard let count = span.integer, let end = ModeEnd(lasting: Microseconds(count))
        else { throw CallError(.invalidParameter(parameter: "for")) }
        guard self["until"] == nil else { throw CallError(.invalidParameter(parameter: "until")) }
        return end
    }

    private func untilEnd() throws(CallError) -> ModeEnd? {
        guard let until = self["until"] else { return nil }
        guard let end = until.string.flatMap(ModeEnd.init(until:))
        else { throw CallError(.invalidParameter(parameter: "until")) }
        return end
    }

    private subscript(name: String) -> JSON? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null
        else { return nil }
        return value
    }
}
