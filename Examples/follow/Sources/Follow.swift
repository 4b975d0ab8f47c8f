// Prints the desktop's appearance, now and at every change.

import AppearanceKit
import Glibc

@main
struct Follow {
    static func main() async {
        for await status in Appearance.changes() {
            let contrast = status.contrast == .high ? ", high contrast" : ""
            print(
                status.appearance.rawValue + contrast, "(\(status.origin.rawValue))",
                status.explanation)
            fflush(nil)  // for readers of a pipe
        }
    }
}
