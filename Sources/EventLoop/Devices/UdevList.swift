import CUdev

/// A borrowed list of udev, gone with what it was asked of.
struct UdevList: Sequence, IteratorProtocol {
    private var entry: OpaquePointer?

    init(_ first: OpaquePointer?) { entry = first }

    mutating func next() -> (name: String, value: String)? {
        guard let entry else { return nil }
        self.entry = udev_list_entry_get_next(entry)
        return (
            name: udev_list_entry_get_name(entry).map { String(cString: $0) } ?? "",
            value: udev_list_entry_get_value(entry).map { String(cString: $0) } ?? ""
        )
    }
}
