/// A foreign client of an X server's screens (python3-xlib), which reads and writes what the filter
/// does.
package final class X11Screens: Sendable {
    /// The three tables of a CRTC.
    package struct Ramps: Equatable, Sendable {
        package var red: [Int64]
        package var green: [Int64]
        package var blue: [Int64]

        package init(red: [Int64], green: [Int64], blue: [Int64]) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// Whether something is sent, and it is red alone.
        package var areRed: Bool {
            red.contains { $0 > 0 } && (green + blue).allSatisfy { $0 == 0 }
        }
    }

    private let process: ChildProcess

    /// Connects to a server.
    package init(of server: XServer, in home: TestHome) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/x11_screen.py"],
            environment: home.environment.merging(server.environment) { $1 }, keepsInput: true)
    }

    /// Connects to a server that may be resetting, and accepts no client meanwhile.
    package static func whenReady(by server: XServer, in home: TestHome) throws -> X11Screens {
        for _ in 0..<20 {
            let screens = try X11Screens(of: server, in: home)
            if (try? screens.outputs()) != nil { return screens }
        }
        throw HarnessFailure("the server at \(server.display) accepts no client")
    }

    /// Exits.
    package func end() throws { try process.terminate() }

    /// Disconnects from the server, and lives on.
    package func close() throws { try ask(["do": "close"]) }

    /// The ramps of every CRTC, by its number.
    package func ramps() throws -> [Int64: Ramps] {
        let reply = try ask(["do": "ramps"])
        return Dictionary(
            uniqueKeysWithValues: reply.members.map { crtc, tables in
                let tables = tables.items.map { $0.items.compactMap(\.integer) }
                return (
                    Int64(crtc) ?? 0, Ramps(red: tables[0], green: tables[1], blue: tables[2])
                )
            })
    }

    /// Sets the ramps of a CRTC.
    package func set(_ ramps: Ramps, of crtc: Int64) throws {
        func table(_ numbers: [Int64]) -> JSON { .array(numbers.map(JSON.integer)) }
        try ask([
            "do": "set_ramps", "crtc": .integer(crtc), "red": table(ramps.red),
            "green": table(ramps.green), "blue": table(ramps.blue),
        ])
    }

    /// The outputs by their names, each with its number and the CRTC that drives it, 0 for none.
    package func outputs() throws -> [String: (number: Int64, crtc: Int64)] {
        let reply = try ask(["do": "outputs"])
        return Dictionary(
            uniqueKeysWithValues: reply.members.map { number, output in
                let crtc = output["crtc"].integer ?? 0
                return (output["name"].string ?? "", (Int64(number) ?? 0, crtc))
            })
    }

    /// Gives an output the property `CTM`, as drivers with a colour matrix do.
    package func setMatrix(_ words: [Int64], of output: Int64) throws {
        try ask([
            "do": "make_matrix", "output": .integer(output),
            "words": .array(words.map(JSON.integer)),
        ])
    }

    /// The words of that property; none where the output has none.
    package func matrix(of output: Int64) throws -> [Int64] {
        try ask(["do": "matrix", "output": .integer(output)]).items.compactMap(\.integer)
    }

    /// Writes a filter's saved state at the server.
    package func keep(_ text: String) throws { try ask(["do": "keep", "text": .string(text)]) }

    /// Removes an invalid state that a filter has kept at the server.
    package func forgetInvalid() throws {
        try ask(["do": "forget", "text": "_APPEARANCE_NIGHTFILTER_INVALID"])
    }

    /// Shows something on an output, or nothing, as when it is plugged in or unplugged; its CRTC.
    @discardableResult
    package func use(_ output: Int64, _ isUsed: Bool) throws -> Int64 {
        try ask(["do": "use", "output": .integer(output), "on": .bool(isUsed)]).integer ?? 0
    }

    @discardableResult
    private func ask(_ request: [String: JSON]) throws -> JSON {
        try process.write(line: JSON.object(request).text)
        let reply = try JSON(parsing: process.waitForLine(containing: "{"))
        if let error = reply["error"].string { throw HarnessFailure("x11_screen.py: \(error)") }
        return reply["value"]
    }
}
