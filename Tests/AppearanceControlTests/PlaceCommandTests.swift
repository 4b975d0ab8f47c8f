import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl place`, with the table of cities of this tree.
@Suite(.bounded) struct PlaceCommandTests {
    private let home: TestHome
    private let zone: String

    init() throws {
        home = try TestHome()
        zone = "Europe/Brussels"
    }

    private func run(
        _ words: String..., zone: String = "Europe/Brussels",
        program: String = BuiltProducts.appearancectl
    ) throws -> FinishedProcess {
        let variables = ["TZ": zone, "XDG_DATA_DIRS": home.path + "/share"]
        return try ChildProcess.run(
            program, ["place"] + words, environment: home.environment.merging(variables) { $1 })
    }

    /// Runs it on a terminal with these lines as input.
    private func answered(_ answer: String, _ words: String...) throws -> FinishedProcess {
        let command = ([BuiltProducts.appearancectl, "place"] + words).joined(separator: " ")
        return try ChildProcess.run(
            "/bin/sh",
            ["-c", "printf '\(answer)\\n' | script -qec \"$0\" /dev/null", command],
            environment: home.environment.merging(["TZ": zone]) { $1 })
    }

    private var text: String {
        (try? String(contentsOfFile: home.configurationFile, encoding: .utf8)) ?? ""
    }

    @Test func `a city is written with its name, and --zone removes it`() throws {
        let before = "# mine\n[location] # here\ntime_zone = \"\"\n"
        try home.write(configuration: before)
        let shown = try run("mons", "--dry-run")
        #expect(shown.output.contains("+ latitude = 50.5") && text == before, "\(shown)")
        let done = try run("mons")
        #expect(done.status == .exited(0), "\(done)")
        #expect(
            text == """
                # mine
                [location] # here
                latitude = 50.5  # place: Mons, Région wallonne, Belgium
                longitude = 4.0
                time_zone = ""

                """)
        #expect(
            done.output.hasPrefix(
                "Found Mons, Région wallonne, Belgium: 50.5° north, 4.0° east.\n"))
        #expect(done.output.contains(#/Today: sunrise \d\d:\d\d, sunset \d\d:\d\d; before: /#))
        #expect(done.output.hasSuffix("To undo: appearancectl place --zone\n"))
        #expect(try run("mons").output.hasSuffix("has this place already.\n"))
        let other = try run("München")
        #expect(text.contains("latitude = 48.1  # place: Munich, Bayern, Germany\n"))
        #expect(
            other.output.hasSuffix(
                "config set location.latitude 50.5 location.longitude 4.0\n"))
        let removed = try run("--zone")
        #expect(removed.status == .exited(0), "\(removed)")
        #expect(text == before)
        #expect(try run("--zone").output.hasPrefix("The configuration has no place."))
    }

    @Test(arguments: [
        (["Koeln"], "50.9", "7.0"), (["köln"], "50.9", "7.0"), (["Victoria, CA"], "48.4", "-123.4"),
        (["Victoria", "British", "Columbia"], "48.4", "-123.4"), (["São Paulo"], "-23.6", "-46.6"),
        (["Москва"], "55.8", "37.6"), (["東京"], "35.7", "139.7"), (["Xi'an"], "34.3", "108.9"),
        (["Longyearbyen"], "78.0", "16.0"), (["America/New_York"], "40.7", "-74.0"),
        (["-33.87 151.21"], "-33.9", "151.2"), (["-33.87", "-70"], "-33.9", "-70.0"),
        (["52.52, 13.40"], "52.5", "13.4"), (["52,5", "13,4"], "52.5", "13.4"),
        (["52.5,13.4"], "52.5", "13.4"), (["33.87s", "151.21°E"], "-33.9", "151.2"),
        (["Springfield, IL"], "39.8", "-89.6"), (["Frankfurt", "am", "Main"], "50.1", "8.7"),
    ])
    func `a place is found by any of its names`(
        words: [String], latitude: String, longitude: String
    ) throws {
        let found = try ChildProcess.run(
            BuiltProducts.appearancectl, ["place"] + words + ["--dry-run"],
            environment: home.environment)
        #expect(found.status == .exited(0), "\(found)")
        #expect(found.output.contains("+ latitude = \(latitude)"), "\(found.output)")
        #expect(found.output.contains("+ longitude = \(longitude)\n"), "\(found.output)")
    }

    @Test(.row("T19")) func `an ambiguous name is listed with the command for each`() throws {
        let listed = try run("Victoria")
        #expect(listed.status == .exited(2))
        #expect(listed.errors.contains("places are called \"Victoria\". Name one of them:\n"))
        let commands = listed.errors.matches(of: #/appearancectl place '([^']+)'/#).map(\.1)
        #expect(commands.count > 2 && text.isEmpty, "\(listed.errors)")
        for name in commands {
            #expect(try run(String(name), "--dry-run").status == .exited(0), "\(name)")
        }
    }

    @Test(.row("T19"), arguments: [("2", "48.4"), ("", nil), ("9", nil), ("no", nil)])
    func `on a terminal one of several places is selected`(
        answer: String, latitude: String?
    ) throws {
        let asked = try answered(answer, "Victoria")
        #expect(asked.status == .exited(0), "\(asked)")
        #expect(asked.output.contains("Which one? [1-"))
        guard let latitude else {
            #expect(asked.output.contains("Unchanged.") && text.isEmpty)
            return
        }
        #expect(
            text.contains("latitude = \(latitude)  # place: Victoria, British Columbia, Canada"))
    }

    @Test(
        .row("T19"),
        arguments: [
            ("Munchn", "no city \"Munchn\"; did you mean one of these?\n  Munich, Bayern, Germany"),
            ("Munich, Austria", "did you mean Munich, Bayern, Germany?"),
            ("lo", "did you mean one of these?\n  London, England, United Kingdom\n  Los Angeles"),
            ("Stuttg", "did you mean Stuttgart, Baden-Württemberg, Germany?"),
            ("xyzzyq", "no city \"xyzzyq\".\n"), (",", "no city \",\".\n"),
            ("91 181", "no city \"91 181\".\n"), ("nan nan", "no city \"nan nan\""),
        ])
    func `an unknown name gets a suggestion, and nothing is written`(
        name: String, reason: String
    ) throws {
        let refused = try run(name)
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains(reason), "\(refused.errors)")
        #expect(refused.errors.contains("give degrees: appearancectl place 52.5 13.4"))
        #expect(text.isEmpty)
    }

    @Test(.row("T19")) func `without the table the places of time zones are known`() throws {
        // Beside a copy of the program there is no table, and in the tree there is.
        let program = home.path + "/bin/appearancectl"
        try FileManager.default.createDirectory(
            atPath: home.path + "/bin", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: BuiltProducts.appearancectl, toPath: program)
        let missing = try run("Mons", program: program)
        #expect(missing.status == .exited(1))
        #expect(missing.errors.contains("The table of cities is missing"), "\(missing.errors)")
        #expect(try run("new york", program: program).status == .exited(0))
        #expect(text.contains("latitude = 40.7  # place: New York (America/New_York)"), "\(text)")
        let table = "Mons\tBE\t50.45\t3.95\tEurope/Brussels\t95\t|mons|\nbroken\nX\tBE\tx\n"
        try home.write("=BE\tBelgium\t;be;\n" + table, to: "share/appearanced/cities.tsv")
        #expect(try run("Mons, be", program: program).status == .exited(0))
        #expect(text.contains("# place: Mons, Belgium"), "\(text)")
    }

    @Test(.row("T17")) func `a place in another part of the world is named, and can be kept`()
        throws
    {
        let away = try run("Tokyo")
        #expect(
            away.output.contains("The clock of this machine is that of Europe/Brussels"),
            "\(away.output)")
        #expect(away.output.contains("appearancectl place --fixed\n"))
        #expect(away.output.contains("as before."))
        #expect(try run("--fixed").status == .exited(0))
        #expect(text.contains("fixed = true\n"))
        let kept = try run("Osaka", "--fixed")
        #expect(!kept.output.contains("The clock of this machine"), "\(kept.output)")
        #expect(try run("--zone").status == .exited(0))
        #expect(!text.contains("fixed") && !text.contains("latitude"))
        #expect(try run("--fixed").status == .exited(2))
    }

    @Test(.row("T20")) func `the error of the time zone's place is shown`() throws {
        let shown = try run(zone: "America/New_York")
        #expect(shown.output.hasPrefix("place  New York: 40.7° north, 74.0° west"), "\(shown)")
        #expect(shown.output.contains(#/the sun is off by up to \d\d min/#))
        let old = try run("--json", zone: "US/Eastern")
        let json = try JSON(parsing: old.output)
        #expect(json["source"] == "time zone" && json["time_zone"] == "US/Eastern", "\(old)")
        #expect(json["zone_error_minutes"].number.map { $0 > 20 } == true)
        #expect(json["nearest_city"]["name"] == "New York City")
        #expect(try run(zone: "UTC").output.hasPrefix("place  unknown; "))
        #expect(try JSON(parsing: run("--json", zone: "UTC").output)["latitude"] == .null)
    }

    @Test func `the places of a name are printed as JSON without a change`() throws {
        let found = try run("Mons", "--json")
        let places = try JSON(parsing: found.output)["places"].items
        #expect(places.count == 1 && places[0]["country_code"] == "BE", "\(found)")
        #expect(text.isEmpty)
    }

    @Test(.row("N45")) func `a read-only file is left, and the lines are printed`() throws {
        let before = "[desktop]\nfollow = \"none\"\n"
        let target = try home.write(before, to: "store/config.toml")
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: home.configurationFile, withDestinationPath: target)
        try #require(chmod(home.path + "/store", 0o555) == 0)
        defer { chmod(home.path + "/store", 0o755) }
        let command = FilePermissions.enforced + [BuiltProducts.appearancectl, "place", "Mons"]
        let refused = try ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: home.environment)
        #expect(refused.status == .exited(1), "\(refused)")
        #expect(refused.errors.contains("  location.latitude = 50.5"), "\(refused.errors)")
        #expect(refused.errors.contains("  location.longitude = 4.0"))
        #expect(text == before)
    }

    @Test(arguments: [
        ["Mons", "--zone"], ["--zone", "--fixed"], ["--json", "--zone"],
        ["--from-desktop", "--from-geoclue"], ["--from-desktop", "Mons"],
    ])
    func `options that exclude each other are refused`(words: [String]) throws {
        let refused = try ChildProcess.run(
            BuiltProducts.appearancectl, ["place"] + words, environment: home.environment)
        #expect(refused.status == .exited(2), "\(refused)")
        #expect(text.isEmpty)
    }

    // MARK: Places that other programs know

    /// A `gsettings` that knows these places.
    private func gsettings(gnome: String, cinnamon: String = "") throws {
        try home.write(
            program: """
                #!/bin/sh
                case $2 in
                *gnome*) printf '%s\\n' '\(gnome)' ;;
                *) [ -n '\(cinnamon)' ] && printf '%s\\n' '\(cinnamon)' ;;
                esac

                """, to: "bin/gsettings")
    }

    private func fromDesktop(_ words: String...) throws -> FinishedProcess {
        let path = home.path + "/bin:" + (home.environment["PATH"] ?? "")
        return try ChildProcess.run(
            BuiltProducts.appearancectl, ["place", "--from-desktop"] + words,
            environment: home.environment.merging(["TZ": zone, "PATH": path]) { $1 })
    }

    @Test(.row("T21")) func `a place of the desktop is shown before it is written`() throws {
        try gsettings(gnome: "(50.9412, 6.9582)")
        let asked = try fromDesktop()
        #expect(asked.status == .exited(2) && text.isEmpty, "\(asked)")
        #expect(asked.output.hasPrefix("GNOME's Night Light: 50.9° north, 7.0° east, near Köln"))
        #expect(asked.errors.contains("appearancectl place --from-desktop --yes"))
        #expect(try fromDesktop("--dry-run").output.contains("+ latitude = 50.9"))
        let done = try fromDesktop("--yes")
        #expect(done.status == .exited(0), "\(done)")
        #expect(text.contains("latitude = 50.9  # place: near Köln, "), "\(text)")
        #expect(text.contains("longitude = 7.0\n"))
    }

    @Test(
        .row("T21"),
        arguments: [
            "(91.0, 181.0)", "(0.0, 0.0)", "(nan, 13.4)", "@mb nothing", "", "(1.0, 2.0, 3.0)",
        ])
    func `an unset or invalid place of the desktop is none`(setting: String) throws {
        try gsettings(gnome: setting)
        let refused = try fromDesktop("--yes")
        #expect(refused.status == .exited(1) && text.isEmpty, "\(refused)")
        #expect(refused.errors.contains("GNOME's Night Light: no place is known"))
        #expect(refused.errors.contains("appearancectl place CITY"))
    }

    @Test(.row("T21")) func `different places are listed, and near ones are one`() throws {
        try gsettings(gnome: "(91.0, 181.0)", cinnamon: "(52.5, 13.4)")
        try home.write(
            "[General]\nSource=ManualLocation\n\n[ManualLocation]\nLatitude=48.14\nLongitude=11.58\n",
            to: home.configHome + "/knighttimerc")
        let listed = try fromDesktop("--yes")
        #expect(listed.status == .exited(2) && text.isEmpty)
        #expect(listed.errors.contains("appearancectl place 52.5 13.4  # Cinnamon's Night Light"))
        #expect(listed.errors.contains("appearancectl place 48.1 11.6  # Plasma's night time"))
        try gsettings(gnome: "(48.1, 11.5)")
        #expect(try fromDesktop("--yes").status == .exited(0))
        #expect(text.contains("longitude = 11.5\n"))
    }

    @Test(.row("T21")) func `the place that Plasma has found needs no folder of the daemon`() throws
    {
        try gsettings(gnome: "(91.0, 181.0)")
        try home.write(
            "[AutomaticLocation]\nAvailable=true\nLatitude=48.14\nLongitude=11.58\n",
            to: home.stateHome + "/knighttimestaterc")
        #expect(!FileManager.default.fileExists(atPath: home.stateHome + "/appearanced"))
        let done = try fromDesktop("--yes")
        #expect(done.status == .exited(0), "\(done)")
        #expect(text.contains("longitude = 11.6\n"), "\(text)")
    }

    /// Whole numbers are equal to those that are written in their place.
    @Test(arguments: [
        (["50", "4"], "[location]\nlatitude = 50\nlongitude = 4\n"),
        (["50", "4"], "[location]\nfixed = true\n"), (["51", "4"], "[location]\nfixed = true\n"),
    ])
    func `the undo is a command that restores the place`(words: [String], before: String) throws {
        try home.write(configuration: before)
        let done = try run(words[0], words[1])
        #expect(done.status == .exited(0), "\(done)")
        let lines = done.output.split(separator: "\n")
        let undo = try #require(lines.last?.wholeMatch(of: #/To undo: (.+)/#)).1
        let back = try ChildProcess.run(
            "/bin/sh",
            ["-c", String(undo.replacing("appearancectl", with: BuiltProducts.appearancectl))],
            environment: home.environment)
        #expect(back.status == .exited(0), "\(undo): \(back)")
        #expect(text.contains("fixed = true") == before.contains("fixed = true"), "\(text)")
        #expect(text.contains("latitude = 50.0") == before.contains("latitude"), "\(text)")
    }
}
