public import AppearanceKit
public import ArgumentParser

extension Contrast: ExpressibleByArgument {}
