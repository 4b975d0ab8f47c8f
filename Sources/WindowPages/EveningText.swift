package import AppearanceProtocol

extension EveningReport {
    /// The colours of the evening and their end, in one line.
    package func text(_ format: PageFormatter) -> String {
        let tr = format.tr
        let temperature = format.kelvin(temperature)
        if let loss { return tr("Evening: not %1$s: %2$s").filled(temperature, loss) }
        switch state {
        case .on, .beginning:
            return until.map { tr("Evening: %1$s until %2$s").filled(temperature, format.time($0)) }
                ?? tr("Evening: %s").filled(temperature)
        case .ending: return tr("The evening ends, back from %s").filled(temperature)
        }
    }
}
