/// A stand-in for the window, which the bus of a home can start.
package enum FakeWindow {
    private static let name = "io.github.appearanced.Window"

    /// Lets a bus of the home, which starts later, start the window.
    package static func install(in home: TestHome) throws {
        let program = try home.write(
            program: """
                #!\(Python.system)
                import dbus
                import dbus.mainloop.glib
                import dbus.service
                from gi.repository import GLib


                class Window(dbus.service.Object):
                    @dbus.service.method("org.freedesktop.Application", "a{sv}")
                    def Activate(self, data):
                        with open("\(home.path)/window.part", "w") as file:
                            file.write("opened " + data.get("activation-token", "without a token"))
                        import os
                        os.rename("\(home.path)/window.part", "\(home.path)/window")
                        loop.quit()


                dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
                bus = dbus.SessionBus()
                window = Window(bus, "/\(name.split(separator: ".").joined(separator: "/"))")
                owned = dbus.service.BusName("\(name)", bus)
                loop = GLib.MainLoop()
                loop.run()

                """, to: "bin/window")
        try home.write(
            """
            [D-BUS Service]
            Name=\(name)
            Exec=\(program)

            """, to: home.dataHome + "/dbus-1/services/\(name).service")
    }

    /// Waits until it is shown; returns the token that it got.
    package static func waitForOpening(in home: TestHome) throws -> String {
        let text = try FileWatch.wait(for: home.path + "/window") { $0.hasPrefix("opened ") }
        return String(text.dropFirst("opened ".count))
    }
}
