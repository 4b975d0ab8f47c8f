// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "terminal",
    dependencies: [.package(name: "appearanced", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "terminal",
            dependencies: [.product(name: "AppearanceKit", package: "appearanced")],
            path: "Sources")
    ]
)
