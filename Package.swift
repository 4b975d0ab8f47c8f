// swift-tools-version: 6.2
// A target exists only where it forbids an import; Tests/TidyTests holds the walls.

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A C library of the system, found by pkg-config, installed from one Debian package.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) },
        swiftSettings: strict)
}

/// A program that is a package of its own in Examples, and is built here for its test.
func example(_ name: String) -> Target {
    .executableTarget(
        name: "example-\(name)", dependencies: ["AppearanceKit"],
        path: "Examples/\(name)/Sources", swiftSettings: strict)
}

/// A program that tests run is no dependency of theirs: building the tests builds every program,
/// and the tests are compiled meanwhile.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["AppearanceTestSupport"], swiftSettings: strict)
}

/// Whether this is the source archive of scripts/package, which contains the packages that it needs.
let isVendored = FileManager.default.fileExists(atPath: Context.packageDirectory + "/vendor")

/// For a fuzzer all readers of foreign text are one library; nobody else needs it (scripts/fuzz).
let fuzzing: [Product] =
    Context.environment["FUZZING"] == nil
    ? [] : [.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"])]

/// The window, whose programs alone need GTK and libadwaita (scripts/build appearance-window).
let hasWindow = Context.environment["APPEARANCE_WINDOW"] != nil
let window: (products: [Product], targets: [Target]) =
    !hasWindow
    ? ([], [])
    : (
        [.executable(name: "appearance-window", targets: ["AppearanceWindow"])],
        [
            system("CAdw", pkgConfig: "libadwaita-1", apt: "libadwaita-1-dev"),
            .executableTarget(
                name: "AppearanceWindow",
                dependencies: [
                    "AppearanceModel", "AppearanceEngine", "AppearanceConfig",
                    "AppearanceProtocol", "AppearanceRecord", "DaemonClient", "AppearanceKit",
                    "AppearanceKitGLib", "SettingsFile", "Diagnosis", "WindowPages", "Linux",
                    "CAdw",
                ],
                swiftSettings: strict),
            .executableTarget(
                name: "widget-gallery",
                dependencies: ["AppearanceKit", "AppearanceKitGLib", "CAdw"],
                path: "Tests/Gallery", exclude: ["gtk.ui", "adwaita.ui"], swiftSettings: strict),
            .executableTarget(
                name: "gtk-benchmark",
                dependencies: ["AppearanceKit", "AppearanceKitGLib", "CAdw"],
                path: "Benchmarks/GTK", swiftSettings: strict),
        ]
    )

/// The library of the command lines, which programs that use only our libraries do not fetch: they
/// disable the trait.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: ["Programs"]))

let package = Package(
    name: "appearanced",
    products: [
        .library(name: "AppearanceKit", targets: ["AppearanceKit"]),
        .library(name: "AppearanceKitGLib", targets: ["AppearanceKitGLib"]),
        .library(name: "AppearanceKitTesting", targets: ["AppearanceKitTesting"]),
        .library(name: "AppearanceTokens", targets: ["AppearanceTokens"]),
        .executable(name: "appearanced", targets: ["appearanced"]),
        .executable(name: "appearancectl", targets: ["appearancectl"]),
        .executable(name: "appearance-tokens", targets: ["appearance-tokens"]),
        .executable(name: "appearance-nightfilter", targets: ["appearance-nightfilter"]),
        .executable(name: "appearance-tray", targets: ["appearance-tray"]),
        .executable(name: "appearance-presence", targets: ["appearance-presence"]),
        .executable(name: "appearance-camera", targets: ["appearance-camera"]),
    ] + fuzzing + window.products,
    traits: [
        .trait(name: "Programs", description: "The programs of the package."),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        isVendored
            ? .package(path: "vendor/swift-argument-parser")
            : .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        system("CDBus", pkgConfig: "dbus-1", apt: "libdbus-1-dev"),
        system("CUdev", pkgConfig: "libudev", apt: "libudev-dev"),
        system("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        system("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
        system("CXCB", pkgConfig: "xcb-randr", apt: "libxcb-randr0-dev"),
        system("CXCBIdle", pkgConfig: "xcb-sync", apt: "libxcb-sync-dev"),
        system("CWayland", pkgConfig: "wayland-client", apt: "libwayland-dev"),
        .target(
            name: "CWaylandGamma", dependencies: ["CWayland"],
            exclude: ["wlr-gamma-control-unstable-v1.xml"]),
        .target(name: "CPresence", dependencies: ["CWayland", "CXCBIdle"]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CVideo"),
        .systemLibrary(name: "CGLib"),
        .target(name: "CPixels"),
        .target(name: "CProcess"),

        library("TOML"),
        library("AppearanceLimits"),
        library("AppearanceModel"),
        library("AppearanceEngine", ["AppearanceModel", "AppearanceLimits"]),
        library("AppearanceConfig", ["AppearanceModel", "TOML"]),
        library("AppearanceProtocol", ["AppearanceModel", "AppearanceLimits", "CJansson"]),
        library(
            "AppearanceDesktop", ["AppearanceModel", "AppearanceProtocol"],
            embedding: ["Settings/wallpaper.sh"]),
        library(
            "AppearanceRecord",
            ["AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol"]),
        library("Linux", ["AppearanceLimits", "CLinux", "CProcess"]),
        library("EventLoop", ["AppearanceLimits", "Linux", "CLinux", "CSystemd", "CUdev"]),
        library(
            "SettingsFile",
            [
                "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
                "Linux",
            ]),
        library("DBus", ["AppearanceLimits", "CDBus", "Linux", "EventLoop"]),
        library(
            "DesktopControl",
            ["AppearanceModel", "AppearanceDesktop", "Linux", "EventLoop", "DBus"]),
        library(
            "LightSensors",
            ["AppearanceModel", "AppearanceLimits", "Linux", "EventLoop", "DBus"]),
        library(
            "AppearanceDaemon",
            [
                "AppearanceModel", "AppearanceLimits", "AppearanceEngine", "AppearanceConfig",
                "AppearanceProtocol", "AppearanceRecord", "AppearanceDesktop", "DesktopControl",
                "Linux", "EventLoop", "DBus", "LightSensors", "SettingsFile", "WindowPages",
            ]),
        library("DaemonClient", ["AppearanceModel", "AppearanceProtocol", "Linux"]),
        library(
            "AppearanceKit",
            ["DaemonClient", "AppearanceModel", "AppearanceProtocol", "Linux", "CPixels"]),
        library("AppearanceKitGLib", ["AppearanceKit", "AppearanceTokens", "CGLib"]),
        library(
            "AppearanceKitTesting",
            ["DaemonClient", "AppearanceKit", "AppearanceModel", "AppearanceProtocol", "Linux"]),
        library("AppearanceTokens", ["AppearanceKit", "AppearanceModel"]),
        library("ScreenFilter", ["AppearanceModel"]),
        library("CameraLight", ["AppearanceModel", "AppearanceProtocol"]),
        library(
            "ScreenFilterService",
            [
                "ScreenFilter", "WindowPages", "DaemonClient", "AppearanceKit", "AppearanceModel",
                "AppearanceEngine", "AppearanceProtocol", "AppearanceDesktop", "DesktopControl",
                "DBus", "Linux", "EventLoop", "SettingsFile", "CXCB", "CWayland",
                "CWaylandGamma",
            ]),

        .executableTarget(
            name: "appearanced",
            dependencies: ["AppearanceDaemon", "AppearanceModel"],
            swiftSettings: strict),
        library("Console", ["Linux"]),
        library("CommandProgram", ["Console", "Linux", argumentParser]),
        library(
            "Diagnosis",
            [
                "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
                "AppearanceRecord", "AppearanceLimits", "AppearanceDesktop", "DaemonClient",
                "AppearanceKit", "CameraLight", "SettingsFile", "Console", "Linux",
            ], embedding: ["Place/zone-errors.tsv"]),
        library(
            "WindowPages",
            [
                "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
                "AppearanceRecord",
            ]),
        .executableTarget(
            name: "appearance-tokens",
            dependencies: [
                "AppearanceTokens", "AppearanceKit", "AppearanceModel", "Console",
                "CommandProgram", argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "appearancectl",
            dependencies: [
                "Console", "CommandProgram", "Diagnosis", "Linux", "DaemonClient", "AppearanceKit",
                "AppearanceModel", "AppearanceLimits", "AppearanceProtocol", "AppearanceConfig",
                "AppearanceEngine", "AppearanceRecord", "AppearanceDesktop", "SettingsFile",
                argumentParser,
            ],
            swiftSettings: strict),
        library(
            "AppearanceTray",
            [
                "WindowPages", "DaemonClient", "AppearanceModel", "AppearanceEngine",
                "AppearanceProtocol", "AppearanceLimits", "SettingsFile", "DBus", "EventLoop",
                "Linux",
            ]),
        .executableTarget(
            name: "appearance-tray", dependencies: ["AppearanceTray", "Linux"],
            swiftSettings: strict),
        .executableTarget(
            name: "appearance-presence",
            dependencies: [
                "DaemonClient", "AppearanceModel", "AppearanceLimits", "AppearanceProtocol",
                "SettingsFile", "Linux", "CPresence", "CWayland", "CXCBIdle",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "appearance-camera",
            dependencies: [
                "CameraLight", "DaemonClient", "AppearanceKit", "AppearanceModel",
                "AppearanceConfig", "AppearanceEngine", "AppearanceProtocol", "SettingsFile",
                "WindowPages", "Linux", "CVideo",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "appearance-nightfilter", dependencies: ["ScreenFilterService", "Linux"],
            swiftSettings: strict),
        .executableTarget(
            name: "engine-benchmark",
            dependencies: ["AppearanceEngine", "AppearanceModel"],
            path: "Benchmarks/Engine", swiftSettings: strict),
        .executableTarget(
            name: "kit-benchmark", dependencies: ["AppearanceKit"],
            path: "Benchmarks/Kit", swiftSettings: strict),
        .executableTarget(
            name: "filter-benchmark", dependencies: ["AppearanceKit"],
            path: "Benchmarks/NightFilter", swiftSettings: strict),
        .executableTarget(
            name: "suggest-benchmark",
            dependencies: ["AppearanceEngine", "AppearanceModel", "AppearanceRecord"],
            path: "Benchmarks/Suggest", swiftSettings: strict),
        example("follow"),
        example("terminal"),

        .target(
            name: "AppearanceTestSupport", path: "Tests/AppearanceTestSupport",
            swiftSettings: strict),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "AppearanceModel", "AppearanceEngine", "AppearanceConfig", "AppearanceProtocol",
                "AppearanceRecord", "LightSensors", "AppearanceDaemon", "AppearanceKit",
                "AppearanceTokens",
            ], path: "Tests/Fuzzing/Targets", swiftSettings: strict),
        tests("FuzzingTests", ["FuzzTargets"]),
        tests("TOMLTests", ["TOML"]),
        tests("AppearanceEngineTests", ["AppearanceEngine", "AppearanceModel"]),
        tests(
            "AppearanceDaemonTests",
            [
                "AppearanceDaemon", "AppearanceConfig", "AppearanceEngine", "AppearanceLimits",
                "AppearanceModel", "AppearanceProtocol", "AppearanceRecord", "DBus",
                "LightSensors", "Linux", "EventLoop",
            ]),
        tests("AppearanceConfigTests", ["AppearanceConfig", "AppearanceModel"]),
        tests(
            "AppearanceProtocolTests",
            ["AppearanceProtocol", "AppearanceModel", "AppearanceLimits"]),
        tests("AppearanceDesktopTests", ["AppearanceDesktop", "AppearanceModel"]),
        tests(
            "AppearanceControlTests",
            [
                "DaemonClient", "AppearanceKit", "AppearanceProtocol", "AppearanceModel",
                "AppearanceConfig",
                "AppearanceEngine", "AppearanceRecord", "SettingsFile", "Diagnosis",
            ]),
        tests(
            "AppearanceKitTests",
            [
                "DaemonClient", "AppearanceKit", "AppearanceKitGLib", "AppearanceKitTesting",
                "AppearanceModel",
            ]),
        tests("AppearanceTokensTests", ["AppearanceTokens", "AppearanceKit"]),
        tests("LinuxTests", ["Linux", "EventLoop", "AppearanceLimits"]),
        tests("DBusTests", ["DBus", "AppearanceLimits", "Linux", "EventLoop"]),
        tests(
            "LightSensorsTests",
            ["LightSensors", "AppearanceModel", "DBus", "Linux", "EventLoop"]),
        tests(
            "SimulationTests",
            [
                "AppearanceDaemon", "AppearanceEngine", "AppearanceConfig", "AppearanceModel",
                "AppearanceProtocol", "AppearanceRecord", "LightSensors", "Linux", "EventLoop",
            ]),
        tests(
            "AppearanceRecordTests",
            ["AppearanceRecord", "AppearanceEngine", "AppearanceModel", "AppearanceProtocol"]),
        tests(
            "WindowPagesTests",
            [
                "WindowPages", "AppearanceEngine", "AppearanceModel", "AppearanceConfig",
                "AppearanceProtocol", "AppearanceRecord",
            ]),
        tests("CameraLightTests", ["CameraLight", "AppearanceModel", "AppearanceEngine"]),
        tests("ScreenFilterTests", ["ScreenFilter", "AppearanceModel"]),
        tests("EndToEndTests", ["Linux"]),
        tests("TidyTests", []),
        tests("AppearanceTestSupportTests", []),
    ] + window.targets,
    swiftLanguageModes: [.v6]
)

// Building the tests of one target alone takes a third of the time (scripts/test).
if let name = Context.environment["APPEARANCE_TESTS"] {
    package.targets.removeAll { $0.isTest && $0.name != name }
}
