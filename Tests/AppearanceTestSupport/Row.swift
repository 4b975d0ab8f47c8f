#if canImport(Testing)
    package import Testing

    /// The rows of docs/reliability.md that a test covers.
    ///
    /// `scripts/test T11` runs the tests of row T11.
    package struct Row: TestTrait, SuiteTrait {
        package let numbers: [String]
    }

    extension Trait where Self == Row {
        /// Names the rows of docs/reliability.md that this test covers.
        package static func row(_ numbers: String...) -> Self { Row(numbers: numbers) }
    }
#endif
