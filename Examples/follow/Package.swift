// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "follow",
    dependencies: [.package(name: "appearanced", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "follow",
            dependencies: [.product(name: "AppearanceKit", package: "appearanced")],
            path: "Sources")
    ]
)
