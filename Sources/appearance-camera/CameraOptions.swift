internal import AppearanceModel
internal import Linux

/// The options of the command line.
struct CameraOptions {
    /// The task of the program.
    enum Job {
        /// Follow the daemon.
        case follow
        /// Print the light of one grab.
        case once
        case calibrate(lux: Double)
        case reset
    }

    static let program = "appearance-camera"
    private static let help = """
        Usage: appearance-camera
               appearance-camera --once | --calibrate LUX | --reset

        Measures the light of the room with a camera, and reports it to appearanced. A camera is used for
        a second, with a known exposure, only while a level is needed, and at most every 5 minutes
        (camera.at_most_every). Enable it with: systemctl --user enable --now appearance-camera

        Options:
          --once           print the light now, in lux, and exit
          --calibrate LUX  set camera.factor so that the light now is this level, and exit
          --reset          restore the controls of a camera that a killed grab has left changed
          --version        print the version
          -h, --help       print this help

        Exit codes: \(ExitReason.done) done, \(ExitReason.refused) no light, or nothing could be restored, \(ExitReason.usage) usage, \(ExitReason.failed) a system
        call failed, \(ExitReason.noRuntimeDirectory) no runtime directory or home.

        """

    private(set) var job = Job.follow

    /// Reads the command line of the process, which an error or a help ends.
    init() {
        var arguments = ProgramArguments(
            CommandLine.arguments.dropFirst(), of: Self.program, version: projectVersion,
            help: Self.help)
        do throws(ProgramArguments.EarlyExit) {
            try read(&arguments)
        } catch {
            arguments.exit(error)
        }
    }

    private mutating func read(
        _ arguments: inout ProgramArguments
    ) throws(ProgramArguments.EarlyExit) {
        while let option = try arguments.next() {
            guard case .follow = job else { throw .fail("only one option can be used") }
            switch option {
            case "--once": job = .once
            case "--reset": job = .reset
            case "--calibrate":
                let text = try arguments.value("a level in lux")
                guard let lux = Double(text), (1...200_000).contains(lux) else {
                    throw .fail("--calibrate needs a level from 1 to 200000 lux, such as 150")
                }
                job = .calibrate(lux: lux)
            default: throw arguments.unknownOption
            }
        }
    }
}
