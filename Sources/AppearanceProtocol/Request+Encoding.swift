internal import AppearanceModel

extension JSONWriter {
    /// Writes a request's parameters into the object that is open; what is nil is left out.
    mutating func parameters(of request: Request) {
        switch request {
        case .getInfo, .getStatus, .toggle, .resume, .explain, .listSensors, .leaveDesktop: break
        case .getInterfaceDescription(let interface): member("interface", interface.rawValue)
        case .watch(let light): if light { member("light", true) }
        case .setMode(let mode, let end):
            member("mode", mode.rawValue)
            parameters(of: end)
        case .pause(let end): parameters(of: end)
        case .inhibit(let who, let why):
            member("who", who)
            member("why", why)
        case .feedLight(let source, let lux):
            member("source", source)
            member("lux", lux.value)
        }
    }

    private mutating func parameters(of end: ModeEnd?) {
        switch end {
        case nil: break
        case .after(let span): member("for", span.count)
        case .nextBoundary, .sunrise, .sunset, .clock: member("until", end?.untilWord)
        }
    }
}
