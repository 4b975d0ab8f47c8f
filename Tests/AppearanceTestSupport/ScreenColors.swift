/// The numbers of pixels of a screen with green or blue, and with red, and the share of bright ones.
package struct ScreenColors: Sendable {
    package let coloured, red, bright: Double
}

extension XServer {
    /// The file of the pixels.
    var framebuffer: String { "\(framebufferFolder ?? "")/Xvfb_screen0" }

    /// Counts the pixels of the screen, whose server was started with a folder for its framebuffer.
    package func colors() throws -> ScreenColors {
        let run = try ChildProcess.run(
            Python.system, [Repository.support + "/screen_colors.py", framebuffer],
            environment: TestHome.plainEnvironment)
        let colors = try JSON(parsing: run.output)
        guard let coloured = colors["coloured"].number, let red = colors["red"].number,
            let bright = colors["bright"].number
        else { throw HarnessFailure("\(run.output) \(run.errors)") }
        return ScreenColors(coloured: coloured, red: red, bright: bright)
    }
}
