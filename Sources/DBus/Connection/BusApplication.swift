/// A program with a window, which the bus starts for a call of `org.freedesktop.Application`.
///
/// https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html
package struct BusApplication: Sendable {
    /// The window of this project.
    package static let window = BusApplication(name: "io.github.appearanced.Window")

    private let name: String

    private init(name: String) { self.name = name }

    /// Finds out whether the bus can start it, which it can do if it is installed.
    package func findActivatable(on bus: BusConnection, _ answer: @escaping (Bool) -> Void) {
        guard let call = try? MessageBus.call("ListActivatableNames", { _ in }) else {
            return answer(false)
        }
        bus.call(call) { reply in
            let names = (try? reply.get())?.first?.strings ?? []
            answer(names.contains(name))
        }
    }

    /// Shows its window; a compositor gives it the focus by a token.
    ///
    /// The connection has to stay open until the answer: the bus drops the calls of one that has closed while
    /// the program starts.
    package func activate(
        on bus: BusConnection, token: String? = nil,
        _ answer: @escaping (BusConnection.Reply) -> Void
    ) {
        let path = "/" + name.split(separator: ".").joined(separator: "/")
        let data = token.map { ["activation-token": DBusValue.string($0)] } ?? [:]
        do throws(DBusError) {
            let call = try Message.call(
                to: name, path: path, interface: "org.freedesktop.Application", member: "Activate"
            ) { $0.append(.properties(data)) }
            bus.call(call, answer: answer)
        } catch {
            answer(.failure(error))
        }
    }
}
