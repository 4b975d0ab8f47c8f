import DBus

/// A D-Bus interface with its documentation: the answer to Introspect, and the text in config/.
struct InterfaceDescription {
    /// A named argument with its type.
    struct Argument {
        let name: String
        let type: String

        init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    /// A property, with the value of its annotation `EmitsChangedSignal`.
    struct Property: Sendable {
        enum Change: String {
            /// A change is emitted with the value.
            case emitted = "true"
            /// A change is not emitted.
            case silent = "false"
            /// The value never changes.
            case constant = "const"
        }

        let name: String
        let type: String
        var isWritable = false
        /// `nil` leaves the annotation out.
        var change: Change?
        var text = ""
    }

    /// A method.
    struct Method {
        let name: String
        var takes: [Argument] = []
        var returns: [Argument] = []
        var text = ""
    }

    /// A signal.
    struct Signal {
        let name: String
        let arguments: [Argument]
        var text = ""
    }

    let name: String
    /// The comment before the node; empty for none.
    var text = ""
    let properties: [Property]
    let methods: [Method]
    let signals: [Signal]
}

extension [InterfaceDescription.Argument] {
    /// The types in one signature.
    var signature: String { map(\.type).joined() }

    fileprivate func xml(direction: String? = nil) -> String {
        let direction = direction.map { " direction=\"\($0)\"" } ?? ""
        return map { "      <arg name=\"\($0.name)\" type=\"\($0.type)\"\(direction)/>\n" }.joined()
    }
}

// MARK: - XML

extension InterfaceDescription {
    /// The description of an object that has this interface.
    var xml: String {
        """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """ + Self.comment(text, indentation: "") + """
            <node>
              <interface name="\(name)">

            """
            + (properties.map(\.xml) + methods.map(\.xml) + signals.map(\.xml)).joined() + """
                  </interface>
                </node>

                """
    }

    /// Returns a comment of one line, or of a block if the text has more.
    fileprivate static func comment(_ text: String, indentation: String = "    ") -> String {
        guard !text.isEmpty else { return "" }
        let start = indentation.isEmpty ? "" : "\n"
        guard text.contains("\n") else { return "\(start)\(indentation)<!-- \(text) -->\n" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\(indentation)  \($0)" }
        return "\(start)\(indentation)<!--\n\(lines.joined(separator: "\n"))\n\(indentation)-->\n"
    }

    /// Returns an element of the interface, without a body in the short form.
    fileprivate static func element(_ tag: String, _ attributes: String, _ body: String) -> String {
        body.isEmpty
            ? "    <\(tag) \(attributes)/>\n"
            : "    <\(tag) \(attributes)>\n\(body)    </\(tag)>\n"
    }
}

extension InterfaceDescription.Property {
    fileprivate var xml: String {
        let annotation = change.map {
            """
                  <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
            value="\($0.rawValue)"/>

            """
        }
        return InterfaceDescription.comment(text)
            + InterfaceDescription.element(
                "property",
                "name=\"\(name)\" type=\"\(type)\" access=\"\(isWritable ? "readwrite" : "read")\"",
                annotation ?? "")
    }
}

extension InterfaceDescription.Method {
    fileprivate var xml: String {
        InterfaceDescription.comment(text)
            + InterfaceDescription.element(
                "method", "name=\"\(name)\"",
                takes.xml(direction: "in") + returns.xml(direction: "out"))
    }
}

extension InterfaceDescription.Signal {
    fileprivate var xml: String {
        InterfaceDescription.comment(text)
            + InterfaceDescription.element("signal", "name=\"\(name)\"", arguments.xml())
    }
}

// MARK: - Export

extension ExportedMethod {
    /// Creates the method of a description.
    init(_ method: InterfaceDescription.Method, _ handler: @escaping Handler) {
        self.init(
            method.name, takes: method.takes.signature, returns: method.returns.signature, handler)
    }
}

extension ExportedSignal {
    /// Creates the signal of a description.
    init(_ signal: InterfaceDescription.Signal) {
        self.init(signal.name, signal.arguments.signature)
    }
}
