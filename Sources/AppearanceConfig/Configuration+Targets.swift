import AppearanceModel

// The places in a configuration that keys of the file name but the model does not.

extension WeeklySchedule {
    /// What holds on a day; setting it gives the day a schedule of its own, whole.
    subscript(on day: Weekday) -> DaySchedule {
        get { self[day] }
        set { weekdays[day] = newValue }
    }
}

extension PortalSettings {
    /// What is said in an appearance; setting it gives the appearance hints of its own, whole.
    subscript(in appearance: Appearance) -> PortalHints {
        get { self[appearance] }
        set { appearances[appearance] = newValue }
    }
}

extension LocationSettings {
    /// Degrees north; nil where not given.
    var latitude: Double? {
        get { coordinates.flatMap { $0.latitudeDegrees.isNaN ? nil : $0.latitudeDegrees } }
        set { setCoordinates(latitude: newValue, longitude: longitude) }
    }

    /// Degrees east; nil where not given.
    var longitude: Double? {
        get { coordinates.flatMap { $0.longitudeDegrees.isNaN ? nil : $0.longitudeDegrees } }
        set { setCoordinates(latitude: latitude, longitude: newValue) }
    }

    /// Half a place is kept only while a file is read: a rule of the schema refuses it.
    private mutating func setCoordinates(latitude: Double?, longitude: Double?) {
        coordinates = nil
        guard latitude != nil || longitude != nil else { return }
        coordinates = Coordinates(latitudeDegrees: 0, longitudeDegrees: 0)
        coordinates?.latitudeDegrees = latitude ?? .nan
        coordinates?.longitudeDegrees = longitude ?? .nan
    }
}
