internal import AppearanceModel
internal import AppearanceProtocol

/// The identity of a camera, whichever number its device has.
package struct CameraName: Equatable, Sendable {
    /// The name of the model, such as `Integrated Camera`.
    package let card: String
    /// The place where it is plugged in, such as `usb-0000:00:14.0-8`.
    package let place: String

    package init(card: String, place: String) {
        self.card = card
        self.place = place
    }

    init?(_ json: JSON?) {
        guard let card = json?["card"]?.string, let place = json?["place"]?.string,
            // 32 bytes of the kernel each, of which one that is no UTF-8 becomes three.
            card.utf8.count <= 96, place.utf8.count <= 96
        else { return nil }
        self.init(card: card, place: place)
    }

    func write(to writer: inout JSONWriter) {
        writer.member("camera") { writer in
            writer.member("card", card)
            writer.member("place", place)
        }
    }
}
