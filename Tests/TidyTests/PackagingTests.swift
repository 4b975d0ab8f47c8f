import AppearanceTestSupport
import Testing

/// The recipes in packaging/, which nothing compiles.
@Suite(.bounded) struct PackagingTests {
    @Test(arguments: [
        ("packaging/debian/changelog", "appearanced (", "-"),
        ("packaging/arch/PKGBUILD", "\npkgver=", "\n"),
        ("packaging/fedora/appearanced.spec", "\nVersion:        ", "\n"),
        ("packaging/nix/flake.nix", "version = \"", "\""),
    ])
    func `a package has the version of its programs`(
        _ file: String, _ before: String, _ after: String
    ) throws {
        let source = try Repository.text(of: "Sources/AppearanceModel/ProjectVersion.swift")
        let version = try #require(source.firstMatch(of: /projectVersion = "([^"]+)"/)).output.1
        let text = try Repository.text(of: file)
        #expect(text.contains(before + version + after), "\(file) is not for version \(version)")
    }

    @Test func `a package is built with every library of the manifest`() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let debian = try Repository.text(of: "packaging/debian/control")
        let fedora = try Repository.text(of: "packaging/fedora/appearanced.spec")
        let libraries = manifest.matches(of: /pkgConfig: "([^"]+)", apt: "([^"]+)"/)
        #expect(libraries.count >= 6)
        for library in libraries {
            let (module, package) = (library.output.1, library.output.2)
            #expect(debian.contains("\n \(package),\n"), "debian/control")
            #expect(fedora.contains("BuildRequires:  pkgconfig(\(module))\n"), "the spec")
        }
    }

    @Test func `every package contains every program`() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let programs = manifest.matches(of: /\.executable\(name: "([^"]+)"/).map(\.output.1)
        #expect(programs.count >= 4)
        for recipe in [
            "packaging/debian/rules", "packaging/arch/PKGBUILD",
            "packaging/fedora/appearanced.spec",
        ] {
            let build = try #require(
                Repository.text(of: recipe).firstMatch(of: /scripts\/build ([^\n]+)/))
            #expect(build.output.1.split(separator: " ").sorted() == programs.sorted(), "\(recipe)")
        }
        let spec = try Repository.text(of: "packaging/fedora/appearanced.spec")
        for program in programs {
            #expect(spec.contains("\n%{_bindir}/\(program)\n"))
            #expect(spec.contains("\n%{_mandir}/man1/\(program).1*\n"))
        }
    }
}
