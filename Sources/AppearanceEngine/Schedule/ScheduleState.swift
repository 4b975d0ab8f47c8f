import AppearanceModel

/// What holds between two marks: the last of each pair of settings that was passed.
struct ScheduleState {
    private var isDay = false
    private var isNight = false

    var phase: Phase { isNight ? .night : isDay ? .day : .evening }

    /// Takes over what a mark says.
    mutating func pass(_ setting: Boundary.Setting) {
        switch setting {
        case .light: isDay = true
        case .dark: isDay = false
        case .night: isNight = true
        case .nightEnd: isNight = false
        }
    }

    /// Why the marks just passed changed the phase; nil if they did not.
    func cause(
        of marks: ArraySlice<ScheduleMark>, after last: Phase
    ) -> Boundary.Cause? {
        let decisive: Boundary.Setting
        switch (last, phase) {
        case (.day, .day), (.evening, .evening), (.night, .night): return nil
        case (_, .night): decisive = .night
        case (.night, _): decisive = .nightEnd
        case (_, .day): decisive = .light
        case (_, .evening): decisive = .dark
        }
        return marks.last { $0.cause.setting == decisive }?.cause
    }
}
