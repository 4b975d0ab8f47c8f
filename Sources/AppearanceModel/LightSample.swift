/// One valid reading of a light sensor.
package struct LightSample: Hashable, Sendable {
    package var at: BootTime
    package var lux: Lux

    package init(at time: BootTime, lux: Lux) {
        self.at = time
        self.lux = lux
    }
}
