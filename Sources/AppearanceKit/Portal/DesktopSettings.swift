package import AppearanceModel
internal import DaemonClient

/// The settings of the desktop, as its portal reports them.
package struct DesktopSettings: Equatable, Sendable {
    /// The namespace that all desktops share.
    static let namespace = "org.freedesktop.appearance"
    /// The namespace of GNOME's settings, which portals of GTK have.
    static let interfaceNamespace = "org.gnome.desktop.interface"
    /// The namespace of the daemon.
    static let ownNamespace = "io.github.appearanced"

    /// The appearance; `nil` if the desktop reports none.
    package var appearance: Appearance?
    package var contrast = Contrast.standard
    package var reducedMotion = false
    /// The accent colour; `nil` if there is none.
    package var accent: Color?
    /// The factor of the size of text.
    package var textScale = 1.0

    package init(
        appearance: Appearance? = nil, contrast: Contrast = .standard, reducedMotion: Bool = false,
        accent: Color? = nil, textScale: Double = 1
    ) {
        self.appearance = appearance
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.accent = accent
        self.textScale = textScale
    }

    /// Decodes the reply to `ReadAll`; unknown keys, and values of other types, are ignored.
    init(_ message: BusMessage) throws(DaemonError) {
        guard message.signature == "a{sa{sv}}" else { throw .invalidBusMessage }
        var settings = DesktopSettings()
        var colorScheme: UInt32?
        var body = message.body
        try body.forEachEntry { (entry: inout BusReader) throws(DaemonError) in
            let namespace = try entry.text()
            try entry.forEachEntry { (entry: inout BusReader) throws(DaemonError) in
                let key = try entry.text()
                let type = try entry.signature()
                switch (namespace, key, type) {
                case (Self.ownNamespace, "appearance", "s"):
                    settings.appearance = Appearance(rawValue: try entry.text())
                case (Self.namespace, "color-scheme", "u"): colorScheme = try entry.number()
                case (Self.namespace, "contrast", "u"):
                    settings.contrast = try entry.number() == 1 ? .high : .standard
                case (Self.namespace, "reduced-motion", "u"):
                    settings.reducedMotion = try entry.number() == 1
                case (Self.namespace, "accent-color", "(ddd)"):
                    settings.accent = Self.color(try entry.doubles())
                case (Self.interfaceNamespace, "text-scaling-factor", "d"):
                    let factor = try entry.alignedDouble()
                    // GNOME's own limits.
                    if (0.5...3).contains(factor) { settings.textScale = factor }
                case (_, _, _): try entry.skip(type)
                }
            }
        }
        if settings.appearance == nil, let colorScheme {
            settings.appearance = colorScheme == 1 ? .dark : .light
        }
        self = settings
    }

    /// Decodes the last settings in a stream of messages; `nil` if there are none.
    package init?(lastIn bytes: [UInt8]) {
        var framer = BusFramer()
        framer.append(bytes[...])
        var last: DesktopSettings?
        while let message = try? framer.next() {
            if let message = try? BusMessage(message) { last = (try? Self(message)) ?? last }
        }
        guard let last else { return nil }
        self = last
    }

    /// Returns a colour; `nil` for components out of range, which stand for no accent.
    private static func color(_ parts: [Double]) -> Color? {
        guard parts.allSatisfy({ (0...1).contains($0) }) else { return nil }
        return Color(red: parts[0], green: parts[1], blue: parts[2])
    }
}

extension BusReader {
    fileprivate mutating func alignedDouble() throws(DaemonError) -> Double {
        try align(to: 8)
        return try double()
    }

    /// Returns the components of an accent colour, a structure of three numbers.
    fileprivate mutating func doubles() throws(DaemonError) -> [Double] {
        try align(to: 8)
        return [try double(), try double(), try double()]
    }
}

/// A source of the desktop's settings beside the daemon.
package protocol SettingsSource: AnyObject {
    /// The newest settings; `nil` until the first.
    var settings: DesktopSettings? { get }
    /// Whether the source of the newest settings has gone.
    var isLost: Bool { get }
    /// Whether the first settings may still come soon.
    var isWaiting: Bool { get }
    /// The descriptor to watch for input before `process`; it never changes.
    var fileDescriptor: Int32 { get }
    /// Processes pending changes without blocking.
    func process()
    /// Reads the settings again.
    func reload()
}
