package import AppearanceModel

/// What the daemon answers.
package enum Reply: Equatable, Sendable {
    /// It is done, and there is nothing to tell.
    case done
    /// The status.
    case status(Snapshot)
    /// The whole of the last decision.
    case explanation(Rationale)
    /// Every light sensor.
    case sensors([SensorListing])
    /// Who the service is.
    case information(version: String)
    /// The description of an interface.
    case description(of: Interface)
    /// It is not done.
    case error(VarlinkError)

    /// The whole message with its NUL.
    ///
    /// One message serves any number of subscribers: encode it once. `continues` says that more
    /// replies to the same call follow.
    package func encoded(continues: Bool = false) -> [UInt8] {
        var writer = JSONWriter(capacity: 768)
        writer.object { writer in
            if case .error(let error) = self { writer.member("error", error.name) }
            writer.name("parameters")
            writer.parameters(of: self)
            if continues { writer.member("continues", true) }
        }
        writer.endMessage()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func parameters(of reply: Reply) {
        switch reply {
        case .error(let error): parameters(of: error)
        case .done: object { _ in }
        case .status(let snapshot):
            object { $0.member("status") { $0.members(of: snapshot) } }
        case .explanation(let rationale):
            object { $0.member("explanation") { $0.members(of: rationale) } }
        case .sensors(let sensors):
            object { writer in
                writer.name("sensors")
                writer.array(sensors) { writer, sensor in
                    writer.object {
                        $0.members(of: sensor)
                        $0.note(of: sensor)
                    }
                }
            }
        case .information(let version): object { $0.information(version: version) }
        case .description(let interface): object { $0.member("description", interface.text) }
        }
    }

    private mutating func information(version: String) {
        member("vendor", "appearanced")
        member("product", "appearanced")
        member("version", version)
        member("url", "https://github.com/appearanced/appearanced")
        name("interfaces")
        array(Interface.allCases) { $0.string($1.rawValue) }
    }
}
