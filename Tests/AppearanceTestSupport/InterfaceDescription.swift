package import Foundation
package import FoundationXML

/// The declarations of a D-Bus XML text, in the form of `ExportedInterface.declarations`.
package final class InterfaceDescription: NSObject, XMLParserDelegate {
    /// The members of each interface, in order.
    package private(set) var declarations: [String: [String]] = [:]
    /// The nodes below.
    package private(set) var children: [String] = []
    /// The properties that declare how their changes are signalled.
    package private(set) var changes: [String: String] = [:]

    private var interface = ""
    private var member = ""
    private var arguments = (in: "", out: "")

    package init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
        declarations = declarations.mapValues { $0.sorted() }
    }

    package func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        let name = attributes["name"] ?? ""
        switch element {
        case "node": if !name.isEmpty { children.append(name) }
        case "interface":
            interface = name
            declarations[name] = []
        case "method", "signal":
            member = name
            arguments = ("", "")
        case "property":
            member = name
            let access = attributes["access"] ?? ""
            declare("property \(name): \(attributes["type"] ?? "") \(access)")
        case "arg" where attributes["direction"] == "out": arguments.out += attributes["type"] ?? ""
        case "arg": arguments.in += attributes["type"] ?? ""
        case "annotation" where name == "org.freedesktop.DBus.Property.EmitsChangedSignal":
            changes[member] = attributes["value"]
        default: break
        }
    }

    package func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        switch element {
        case "method": declare("method \(member)(\(arguments.in)) -> (\(arguments.out))")
        case "signal": declare("signal \(member)(\(arguments.in))")
        default: break
        }
    }

    private func declare(_ line: String) { declarations[interface, default: []].append(line) }
}
