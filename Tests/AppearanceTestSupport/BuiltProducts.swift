import Foundation

/// The programs built beside the running tests, whatever the build folder and configuration.
///
/// `PROGRAMS` in the environment names another folder, such as that of a sanitizer's build.
package enum BuiltProducts {
    /// The daemon.
    package static let appearanced = directory + "/appearanced"
    /// The command line.
    package static let appearancectl = directory + "/appearancectl"
    /// The program of design tokens.
    package static let appearanceTokens = directory + "/appearance-tokens"
    /// The night filter.
    package static let nightfilter = directory + "/appearance-nightfilter"
    package static let tray = directory + "/appearance-tray"
    /// The program that reports the user's presence.
    package static let presence = directory + "/appearance-presence"
    /// The program that measures light with a camera.
    package static let camera = directory + "/appearance-camera"

    /// The window, which is built where libadwaita is installed.
    package static let appearanceWindow = directory + "/appearance-window"
    /// Every widget of GTK and libadwaita in a window, built where the window is.
    package static let widgetGallery = directory + "/widget-gallery"

    /// Whether they run under a sanitizer, which needs more memory and time.
    package static let areSanitized = !sanitizerOptions.isEmpty

    /// The variables with the sanitizers' options for the programs.
    static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
        ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"].contains($0.key)
    }

    /// The folder of the test bundle, which is a separate executable on Linux.
    package static let directory: String = {
        if let named = ProcessInfo.processInfo.environment["PROGRAMS"] { return named }
        guard let path = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(path) }
        return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
    }()
}
