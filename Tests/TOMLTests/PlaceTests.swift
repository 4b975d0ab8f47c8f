import AppearanceTestSupport
import TOML
import Testing

/// The positions of keys and values.
@Suite(.bounded) struct PlaceTests {
    @Test func `keys and values have positions`() throws {
        let table = try TOMLTable(
            parsing: """
                a = 1
                  "é" = [ 2,
                \t{ b.c = 3 } ]
                [d . e]
                f = '''
                '''
                [[g]]
                """)
        #expect(
            places(in: table) == [
                "a 1:1 1:5", "é 2:3 2:9", "é[0] 2:11", "é[1] 3:2", "é[1].b 3:4 3:4",
                "é[1].b.c 3:6 3:10", "d 4:2 4:2", "d.e 4:6 4:6", "d.e.f 5:1 5:5", "g 7:3 7:3",
                "g[0] 7:3",
            ])
    }

    @Test func `columns count characters`() throws {
        // One scalar of four bytes, two scalars of one character, a tab.
        let table = try TOMLTable(parsing: "\"🌒e\u{301}\"\t= 1")
        #expect(table.entries.first?.value.place == TOMLPlace(line: 1, column: 9))
    }

    @Test func `a byte order mark and carriage returns do not shift positions`() throws {
        let table = try TOMLTable(
            parsing: "\u{FEFF}a = 1\r\nb = \"\"\"\r\nx\r\ny\"\"\"\r\n c = 2\r\n")
        #expect(places(in: table) == ["a 1:1 1:5", "b 2:1 2:5", "c 5:2 5:6"])
        guard case .string("x\ny")? = table["b"]?.value.content else {
            Issue.record("a line ended by CR LF is not one line end")
            return
        }
    }

    @Test func `keys are equal only if their bytes are`() throws {
        let table = try TOMLTable(parsing: "\"\u{E9}\" = 1\n\"e\u{301}\" = 2")
        #expect(table.entries.count == 2)
    }

    private func places(in table: TOMLTable, under path: String = "") -> [String] {
        table.entries.flatMap { entry in
            let name = path + entry.key.text
            return ["\(name) \(spelled(entry.keyPlace)) \(spelled(entry.value.place))"]
                + places(in: entry.value, under: name)
        }
    }

    private func places(in value: TOMLValue, under path: String) -> [String] {
        switch value.content {
        case .string, .integer, .float, .boolean: []
        case .table(let table): places(in: table, under: path + ".")
        case .array(let values):
            values.enumerated().flatMap { index, value in
                ["\(path)[\(index)] \(spelled(value.place))"]
                    + places(in: value, under: "\(path)[\(index)]")
            }
        }
    }

    private func spelled(_ place: TOMLPlace) -> String { "\(place.line):\(place.column)" }
}
