import AppearanceTestSupport
import Testing

/// The functions of GLib and GTK that a program brings, or not.
@Suite(.bounded, .requires(.compiler)) struct GLibTests {
    /// As GTK 3 has these two, and no `gtk_style_context_add_provider_for_display`.
    @Test(arguments: [
        "", "void *gdk_display_get_default(void) { return &main; }",
        """
        void *gdk_display_get_default(void) { return &main; }
        void *gtk_css_provider_new(void) { return &main; }
        """,
    ])
    func `a program without GTK 4 has no style sheet and no watch`(_ functions: String) throws {
        let home = try TestHome()
        let source = try home.write(
            """
            #include "\(Repository.root)/Sources/CGLib/shim.h"
            int main(void) { return cglib_add_styles() || cglib_add_watch(0, 0, 0, 0); }
            \(functions)

            """, to: "program.c")
        let compiled = try ChildProcess.run(
            "cc", ["-o", home.path + "/program", source],
            environment: TestHome.plainEnvironment)
        try #require(compiled.status == .exited(0), "\(compiled.errors)")
        let run = try ChildProcess.run(home.path + "/program", [], environment: home.environment)
        #expect(run.status == .exited(0))
    }
}
