public import AppearanceModel
public import ArgumentParser

extension Appearance: ExpressibleByArgument {}
