import Foundation

/// Whether the tests over all of space and time are to cover all of it.
var isExhaustive: Bool { ProcessInfo.processInfo.environment["APPEARANCE_EXHAUSTIVE"] != nil }
