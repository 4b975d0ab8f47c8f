/// A repair that a program can make without a terminal, a password or a choice, by the word that scripts
/// use too.
///
/// Each is a step of `appearancectl setup --step`.
package enum RepairAction: String, CaseIterable, Sendable {
    /// Makes the desktop's own settings follow.
    case setFollow = "set-follow"
    /// Sets the place whose sun counts, which has to be given.
    case setPlace = "set-place"
    /// Makes apps that use the desktop portal follow.
    case installPortal = "install-portal"
    /// Starts the daemon, now and at every login.
    case enableService = "enable-service"
    /// Enables the extensions of GNOME Shell: the tile, and that by which the night filter turns the screen red.
    case enableExtension = "enable-extension"
    /// Runs the scripts of darkman at each change, and stops darkman.
    case runDarkmanScripts = "run-darkman-scripts"
    /// Lets the night filter warm the screen in the evening, and stops the program that does.
    case replaceEveningProgram = "replace-evening-program"
    /// Restarts the daemon.
    case restartService = "restart-service"
    /// Restarts the desktop portal.
    case restartPortal = "restart-portal"
    /// Gives systemd the variables of this session.
    case importVariables = "import-variables"
    /// Starts the night filter, now and at every login.
    case enableFilter = "enable-filter"
    /// Ignores a light sensor that cannot be read, so that another one may be used.
    case ignoreSensor = "ignore-sensor"
}

extension RepairAction {
    /// Whether setup offers it; any other step only repairs what a check of `doctor` has found.
    var isPartOfSetup: Bool {
        switch self {
        case .setFollow, .setPlace, .installPortal, .enableService, .enableExtension,
            .runDarkmanScripts, .replaceEveningProgram:
            true
        case .restartService, .restartPortal, .importVariables, .enableFilter, .ignoreSensor: false
        }
    }

    /// The effect, as a sentence.
    var purpose: String {
        switch self {
        case .setFollow: "Make the desktop's own setting follow the appearance."
        case .setPlace: "Set your place."
        case .installPortal: "Make apps that use the desktop portal follow."
        case .enableService: "Start the daemon, now and at every login."
        case .enableExtension: "Enable the extensions of GNOME Shell that are installed."
        case .runDarkmanScripts: "Run the scripts of darkman at each change, and stop darkman."
        case .replaceEveningProgram:
            "Let the night filter warm the screen in the evening, in place of another program."
        case .restartService: "Restart the daemon."
        case .restartPortal: "Restart the desktop portal."
        case .importVariables: "Give systemd the variables of this session."
        case .enableFilter: "Start the night filter, now and at every login."
        case .ignoreSensor: "Ignore the light sensor that cannot be read."
        }
    }
}
