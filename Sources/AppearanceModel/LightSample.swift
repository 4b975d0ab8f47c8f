/// One valid reading of a light sensor.
package struct LightSample: Hashable, Sendable {
    package var at: BootTime
    package var light: LightReading

    package init(at time: BootTime, light: LightReading) {
        self.at = time
        self.light = light
    }

    /// A reading in lux.
    package init(at time: BootTime, lux: Lux) {
        self.init(at: time, light: LightReading(lux))
    }
}

extension LightReading {
    /// A level in lux.
    package init(_ lux: Lux) { self.init(value: lux.value, unit: .lux) }
}
