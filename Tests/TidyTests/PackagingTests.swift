import AppearanceTestSupport
import Foundation
import Testing

/// The recipes in packaging/, which nothing compiles, and the machines for which they build.
@Suite(.bounded) struct PackagingTests {
    @Test(arguments: [
        ("packaging/debian/changelog", "appearanced (", "-"),
        ("packaging/arch/PKGBUILD", "\npkgver=", "\n"),
        ("packaging/fedora/appearanced.spec", "\nVersion:        ", "\n"),
        ("packaging/nix/flake.nix", "version = \"", "\""),
        ("config/window/io.github.appearanced.Window.metainfo.xml", "<release version=\"", "\" "),
        ("CHANGELOG.md", "\n## [", "] – "),
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

    /// apt takes no lower version at an upgrade of Debian.
    @Test func `the effect of KWin has a higher version on each later Debian`() throws {
        let script = try Repository.text(of: "scripts/package")
        let releases = try #require(script.firstMatch(of: /RELEASES:-([a-z ]+)/)).output.1
        let numbers = script.matches(of: /([a-z]+)\) number=([0-9]+) ;;/)
        #expect(numbers.map(\.output.1) == releases.split(separator: " "))
        let values = numbers.compactMap { Int($0.output.2) }
        #expect(values.count > 2 && values == values.sorted() && Set(values).count == values.count)
        #expect(script.contains("($version-1~deb$number)"))
    }

    @Test func `an archive has the same bytes with any umask`() throws {
        let home = try TestHome()
        for (name, mask) in [("one", "002"), ("two", "077")] {
            let run = try ChildProcess.run(
                "bash",
                [
                    "-euc",
                    """
                    eval "$(sed -n '/^archive() {/,/^}/p' "$1/scripts/package")"
                    umask \(mask)
                    mkdir -p "$2/\(name)/folder"
                    echo text >"$2/\(name)/folder/file"
                    echo script >"$2/\(name)/program"
                    chmod +x "$2/\(name)/program"
                    SOURCE_DATE_EPOCH=0 archive "$2/\(name).tar.xz" --directory "$2/\(name)" .
                    """, "bash", Repository.root, home.path,
                ], environment: TestHome.plainEnvironment)
            #expect(run.status == .exited(0), "\(run)")
        }
        let archives = try ["one", "two"].map {
            try Data(contentsOf: URL(filePath: "\(home.path)/\($0).tar.xz"))
        }
        #expect(archives[0] == archives[1])
    }

    @Test func `an installed folder can be read by every user`() throws {
        let script = try Repository.text(of: "scripts/install")
        #expect(!script.contains("mkdir -p \"$DESTDIR"))
        #expect(script.contains("install -d -m 0755 \"$DESTDIR"))
    }

    /// A manager that does not answer, or a unit that never becomes ready, would keep dpkg waiting.
    @Test func `a maintainer script waits only for a while for one user`() throws {
        let script = try Repository.text(of: "packaging/debian/user-units.sh")
        let calls = script.matches(of: /([^\n]*)systemctl --user --machine/)
        #expect(calls.count == 1)
        for call in calls { #expect(call.output.1.split(separator: " ") == ["timeout", "60"]) }
    }

    @Test(
        .requires(.recipeParsers),
        arguments: [
            ("bash", "-n", "packaging/arch/PKGBUILD"),
            ("rpmspec", "--parse", "packaging/fedora/appearanced.spec"),
            ("nix-instantiate", "--parse", "packaging/nix/flake.nix"),
            ("nix-instantiate", "--parse", "packaging/nix/module.nix"),
        ])
    func `every packaging recipe parses`(
        _ parser: String, _ option: String, _ recipe: String
    ) throws {
        let home = try TestHome()
        // Nix creates folders even to parse.
        let folders = ["NIX_STORE_DIR": home.path + "/store", "NIX_STATE_DIR": home.path + "/nix"]
        let run = try ChildProcess.run(
            parser, [option, Repository.root + "/" + recipe],
            environment: home.environment.merging(folders) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(try Repository.text(of: recipe).contains("ot built here"), "\(recipe)")
    }

    /// The units are those of the package, which other tests run.
    @Test(.requires(.recipeParsers), arguments: [false, true])
    func `the module of home-manager starts the units of the package`(
        _ hasOptions: Bool
    ) throws {
        let expression = """
            let
              lib = builtins // rec {
                nameValuePair = name: value: { inherit name value; };
                mapAttrs' = f: set: builtins.listToAttrs (builtins.attrValues (builtins.mapAttrs f set));
                mkIf = condition: value: if condition then value else { };
                mkMerge = builtins.foldl' (all: some: all // some) { };
              };
              settings = {
                enable = true; package = "PACKAGE"; settings = { }; hooks = { };
                camera.enable = \(hasOptions);
                nightfilter.enable = \(hasOptions);
                tray.enable = \(hasOptions);
              };
              module = import \(Repository.root)/packaging/nix/module.nix { self = { }; } {
                inherit lib; config.services.appearanced = settings; pkgs.formats.toml = _: { };
              };
            in module.config.xdg.configFile
            """
        let home = try TestHome()
        let folders = ["NIX_STORE_DIR": home.path + "/store", "NIX_STATE_DIR": home.path + "/nix"]
        let run = try ChildProcess.run(
            "nix-instantiate", ["--eval", "--strict", "--json", "--expr", expression],
            environment: home.environment.merging(folders) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        let units = try Repository.files(under: "systemd").compactMap {
            $0.hasSuffix(".service") ? $0.split(separator: "/").last.map(String.init) : nil
        }
        var links: [String: String] = [:]
        let presence = "appearance-presence.service"
        for unit in units where hasOptions || ["appearanced.service", presence].contains(unit) {
            // Nobody enables that of the presence, for which scripts/install makes the link.
            let target =
                try unit == presence
                ? "graphical-session.target"
                : Repository.text(of: "systemd/\(unit)")
                    .firstMatch(of: /\nWantedBy=(.+)\n/)?.output.1
            for folder in [""] + (target.map { ["\($0).wants/"] } ?? []) {
                links["systemd/user/\(folder)\(unit)"] = "PACKAGE/lib/systemd/user/\(unit)"
            }
        }
        let found = try JSON(parsing: run.output).members.mapValues { $0["source"].string }
        #expect(found == links)
        #expect(units.count == 6)
    }

    @Test(
        .requires(.entryValidators),
        arguments: [
            ("desktop-file-validate", [], "io.github.appearanced.Window.desktop"),
            (
                "appstreamcli", ["validate", "--no-net"],
                "io.github.appearanced.Window.metainfo.xml"
            ),
        ])
    func `a desktop and a software centre accept the entry of the window`(
        _ checker: String, _ options: [String], _ file: String
    ) throws {
        let path = Repository.root + "/config/window/" + file
        let run = try ChildProcess.run(
            checker, options + [path], environment: TestHome.plainEnvironment)
        #expect(run.status == .exited(0), "\(run.output)\(run.errors)")
        // desktop-file-validate exits with 0 after a warning.
        #expect(!run.output.contains("warning"), "\(run.output)")
    }

    private static let refusal =
        "appearanced needs a 64-bit little-endian machine, such as x86_64 or aarch64"

    /// The preprocessor ends at the first header that the machine lacks, after the check.
    @Test(
        .requires(.swift),
        arguments: [
            ("s390x-linux-gnu", true), ("armv7-linux-gnueabihf", true), ("i686-linux-gnu", true),
            ("x86_64-linux-gnu", false), ("aarch64-linux-gnu", false),
        ])
    func `a compiler refuses a machine of another byte order or word size`(
        _ machine: String, _ isRefused: Bool
    ) throws {
        let run = try ChildProcess.run(
            "clang", ["-E", "--target=\(machine)", Repository.root + "/Sources/CLinux/shim.h"],
            environment: TestHome.plainEnvironment)
        #expect(run.errors.contains(Self.refusal) == isRefused, "\(run.errors)")
    }

    @Test(arguments: ["s390x-linux-gnu", "armv7-linux-gnueabihf"])
    func `the build script refuses such a machine with the same sentence`(
        _ machine: String
    ) throws {
        let run = try ChildProcess.run(
            Repository.root + "/scripts/build",
            environment: TestHome.plainEnvironment.merging(["CROSS": machine]) { $1 })
        #expect(run.status == .exited(1))
        #expect(run.errors == "build: \(Self.refusal)\n")
    }
}
