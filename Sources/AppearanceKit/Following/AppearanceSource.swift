/// Something that says how the desktop looks, for a program with a main loop of its own.
///
/// `AppearanceFollower` asks the service itself, `PortalFollower` of AppearanceKitPortal the desktop
/// portal.
public protocol AppearanceSource: AnyObject {
    /// The newest status.
    var status: AppearanceStatus { get }

    /// A descriptor that is readable when `process` has something to do; always the same.
    ///
    /// Only watch it, for input: reading, writing and closing are not yours.
    var fileDescriptor: Int32 { get }

    /// Takes what has come, without waiting; returns the newest status if there is a new one.
    @discardableResult func process() -> AppearanceStatus?
}
