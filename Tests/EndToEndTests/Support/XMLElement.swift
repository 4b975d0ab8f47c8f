import AppearanceTestSupport
import Foundation
import FoundationXML

/// An element of an XML document: comments and white space are not part of it.
struct XMLElement: Equatable {
    var name: String
    var attributes: [String: String]
    var children: [XMLElement] = []

    /// The top of a document.
    init(parsing text: String) throws {
        let builder = Builder()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = builder
        guard parser.parse(), let top = builder.top else {
            throw HarnessFailure("no XML: \(text.prefix(500))")
        }
        self = top
    }

    private init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The children of a kind, such as `property`.
    func children(_ kind: String) -> [XMLElement] { children.filter { $0.name == kind } }

    /// The child of a kind with this attribute `name`.
    func child(_ kind: String, named name: String) -> XMLElement? {
        children(kind).first { $0.attributes["name"] == name }
    }

    private final class Builder: NSObject, XMLParserDelegate {
        var top: XMLElement?
        private var open: [XMLElement] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            open.append(XMLElement(name: name, attributes: attributes))
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) {
            let closed = open.removeLast()
            if open.isEmpty { top = closed } else { open[open.count - 1].children.append(closed) }
        }
    }
}
