import TOML

/// A kind of value that keys take: how it is read and written, and its range in words.
struct ValueKind<Value>: Sendable {
    let range: String
    let read: @Sendable (TOMLValue) throws(ValueError) -> Value
    /// The value as TOML text; nil where it is written by leaving the key out.
    let write: @Sendable (Value) -> String?
}
