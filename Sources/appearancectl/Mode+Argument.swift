public import AppearanceModel
public import ArgumentParser

extension Mode: ExpressibleByArgument {}
