/// A recorded course of light, to be replayed.
package struct LightTrace: Equatable, Sendable {
    /// One row: what was read, from this moment on.
    package struct Row: Equatable, Sendable {
        /// Since the first row.
        package var offset: Microseconds
        /// Nil for a missed reading.
        package var lux: Lux?

        package init(offset: Microseconds, lux: Lux?) {
            self.offset = offset
            self.lux = lux
        }
    }

    /// When the first row was read.
    package var start: WallTime
    /// In order of time; at least one.
    package var rows: [Row]

    package init(start: WallTime, rows: [Row]) {
        self.start = start
        self.rows = rows
    }
}
