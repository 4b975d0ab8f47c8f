/// The original ramps and matrices of a display, with the transformation of the filter.
///
/// It is stored with the display server, so that a killed filter finds it at its next start, and a
/// new server has none.
package struct SavedScreen: Equatable, Sendable {
    /// The final transformation; its progress is ignored.
    package private(set) var transform: NightTransform
    /// The colours of the evening before those of the transformation: until a change is complete, an output
    /// may have either.
    private var previous: EveningColors
    /// The ramps of each CRTC.
    package var ramps: [UInt32: GammaRamps] = [:]
    /// The matrix of each output that has one, in the encoding of the driver.
    package var matrices: [UInt32: [UInt32]] = [:]

    package init(_ transform: NightTransform) {
        self.transform = transform
        previous = transform.evening
    }

    /// Saves the transformation that is about to be applied.
    package mutating func advance(to transform: NightTransform) {
        previous = self.transform.evening
        self.transform = transform
    }

    /// The transformation without night, with either of the colours of the evening.
    package var evenings: [NightTransform] {
        [transform.at(0), transform.at(0).over(previous)]
    }

    /// Returns the progress of a CRTC with these ramps; `nil` if they are those of another client.
    ///
    /// Darkened ramps of the night still count as its own.
    package func progress(of crtc: UInt32, showing present: GammaRamps) -> Double? {
        guard let base = ramps[crtc] else { return nil }
        let found = evenings.lazy.compactMap { $0.progress(from: base, to: present) }.first
        if let found { return found }
        let night = transform.at(1).ramps(over: base)
        return !present.isBlack && present.isWithin(night) ? 1 : nil
    }

    package static func == (left: SavedScreen, right: SavedScreen) -> Bool {
        left.bytes == right.bytes
    }
}

extension SavedScreen {
    private static let mark: UInt32 = 0x414E_4632
    /// The mark of a version without the colours of an evening.
    private static let firstMark: UInt32 = 0x414E_4631

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.mark)
        let night = transform.tint
        let gains = [transform.evening.gains, previous.gains]
        for number in [night.red, night.green, night.blue, transform.floor]
            + gains.flatMap({ [$0.red, $0.green, $0.blue] })
        { writer.append(number.bitPattern) }
        writer.append(UInt32(ramps.count))
        for (crtc, ramps) in ramps.sorted(by: { $0.key < $1.key }) {
            writer.append(crtc)
            writer.append(UInt32(ramps.count))
            for value in ramps.red + ramps.green + ramps.blue { writer.append(value) }
        }
        writer.append(UInt32(matrices.count))
        for (output, words) in matrices.sorted(by: { $0.key < $1.key }) {
            writer.append(output)
            words.forEach { writer.append($0) }
        }
        return writer.bytes
    }

    /// Decodes the bytes; `nil` if they are incomplete, invalid or have duplicates.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        let mark = reader.next(UInt32.self)
        guard mark == Self.mark || mark == Self.firstMark,
            let numbers = reader.next(UInt64.self, count: mark == Self.mark ? 10 : 4)?
                .map(Double.init(bitPattern:)),
            numbers.allSatisfy({ (0...1).contains($0) }),
            let transform = NightTransform(
                tint: Channels(red: numbers[0], green: numbers[1], blue: numbers[2]),
                floor: numbers[3])
        else { return nil }
        let evenings = stride(from: 4, to: numbers.count, by: 3).map { index in
            EveningColors(
                gains: Channels(
                    red: numbers[index], green: numbers[index + 1], blue: numbers[index + 2]))
        }
        self.init(transform.over(evenings.last ?? .none))
        if let evening = evenings.first { advance(to: transform.over(evening)) }
        guard let rampCount = reader.next(UInt32.self) else { return nil }
        for _ in 0..<rampCount {
            guard let crtc = reader.next(UInt32.self), let count = reader.next(UInt32.self),
                count <= UInt16.max,
                let red = reader.next(UInt16.self, count: Int(count)),
                let green = reader.next(UInt16.self, count: Int(count)),
                let blue = reader.next(UInt16.self, count: Int(count)),
                let ramps = GammaRamps(red: red, green: green, blue: blue),
                self.ramps.updateValue(ramps, forKey: crtc) == nil
            else { return nil }
        }
        guard let matrixCount = reader.next(UInt32.self) else { return nil }
        for _ in 0..<matrixCount {
            guard let output = reader.next(UInt32.self),
                let words = reader.next(UInt32.self, count: 18),
                matrices.updateValue(words, forKey: output) == nil
            else { return nil }
        }
        guard reader.isAtEnd else { return nil }
    }
}

/// A decoder of little-endian integers.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next integer; `nil` if too few bytes are left.
    mutating func next<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// Returns the next integers; `nil` if too few bytes are left.
    mutating func next<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type, count: Int
    ) -> [Number]? {
        guard rest.count / (Number.bitWidth / 8) >= count else { return nil }
        return (0..<count).compactMap { _ in next(type) }
    }
}

/// An encoder of little-endian integers.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
