// Prints the desktop's appearance, now and at every change.

import AppearanceKit
import Glibc

@main
struct Follow {
    static func main() async {
        for await status in Appearance.changes() {
            print(status.appearance.rawValue, "(\(status.origin.rawValue))", status.explanation)
            fflush(nil)  // for whoever reads it through a pipe
        }
    }
}
