import Foundation
import TOML
import Testing

/// A tree of values as the corpus writes it in JSON: `{"type": "integer", "value": "1"}`.
enum Tagged: Equatable {
    case leaf(type: String, value: String)
    case array([Tagged])
    case table([TOMLKey: Tagged])
}

extension Tagged {
    init(_ table: TOMLTable) {
        self = .table(
            Dictionary(uniqueKeysWithValues: table.entries.map { ($0.key, Tagged($0.value)) }))
    }

    init(_ value: TOMLValue) {
        switch value.content {
        case .string(let text): self = .leaf(type: "string", value: text)
        case .integer(let number): self = .leaf(type: "integer", value: "\(number)")
        case .float(let number): self = .leaf(type: "float", value: "\(number)")
        case .boolean(let truth): self = .leaf(type: "bool", value: "\(truth)")
        case .array(let values): self = .array(values.map(Tagged.init))
        case .table(let table): self = Tagged(table)
        }
    }

    init(json: Data) throws {
        self = try Tagged(json: try JSONSerialization.jsonObject(with: json))
    }

    private init(json: Any) throws {
        if let array = json as? [Any] {
            self = .array(try array.map(Tagged.init(json:)))
            return
        }
        let object = try #require(json as? [String: Any])
        if object.count == 2, let type = object["type"] as? String,
            let value = object["value"] as? String
        {
            // One spelling for each float: the corpus writes 6.626e-34 in more than one way.
            let number = type == "float" ? Double(value).map { "\($0)" } : nil
            self = .leaf(type: type, value: number ?? value)
        } else {
            self = .table(
                try Dictionary(
                    uniqueKeysWithValues: object.map { (TOMLKey($0), try Tagged(json: $1)) }))
        }
    }
}
