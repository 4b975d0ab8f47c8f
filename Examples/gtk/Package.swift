// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "reader",
    dependencies: [.package(name: "appearanced", path: "../..", traits: [])],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "reader",
            dependencies: [
                "CGtk", .product(name: "AppearanceKit", package: "appearanced"),
                .product(name: "AppearanceKitGLib", package: "appearanced"),
            ]),
        .testTarget(
            name: "readerTests",
            dependencies: [
                "reader", .product(name: "AppearanceKitTesting", package: "appearanced"),
            ]),
    ]
)
