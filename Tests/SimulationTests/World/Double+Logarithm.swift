import Foundation

extension Double {
    /// The natural logarithm.
    var logarithm: Double { log(self) }
    /// The number whose natural logarithm this is.
    var exponential: Double { exp(self) }
}
