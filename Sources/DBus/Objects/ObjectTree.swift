import AppearanceLimits

/// The exported objects by their paths, and the bare nodes on the way to them.
final class ObjectTree {
    private var objects: [ExportedObject] = []

    func insert(_ object: ExportedObject) {
        precondition(self[object.path] == nil, "\(object.path) is exported twice")
        objects.append(object)
    }

    func remove(_ object: ExportedObject) { objects.removeAll { $0 === object } }

    func removeAll() { objects = [] }

    private subscript(path: String) -> ExportedObject? { objects.first { $0.path == path } }

    /// Lets the object at the path of a call answer it.
    func answer(_ call: Message, on connection: BusConnection) {
        let path = call.path
        do throws(DBusError) {
            guard let object = self[path] ?? node(at: path, on: connection) else {
                throw .unknownObject("there is no object at \(path.echo)")
            }
            try object.answer(call)
        } catch {
            connection.refuse(call, error)
        }
    }

    /// The names of the nodes just below a path, in order.
    func children(of path: String) -> [String] {
        let prefix = path == "/" ? path : path + "/"
        let names = objects.map(\.path).filter { $0.hasPrefix(prefix) && $0 != path }.map {
            String($0.dropFirst(prefix.count).prefix { $0 != "/" })
        }
        return Set(names).sorted()
    }

    /// A node that is there only because an object lies below it.
    private func node(at path: String, on connection: BusConnection) -> ExportedObject? {
        guard !children(of: path).isEmpty else { return nil }
        return ExportedObject(path: path, interfaces: [], introspection: nil, on: connection)
    }
}
