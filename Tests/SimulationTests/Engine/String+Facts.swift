extension String {
    /// A sentence without what varies between two events.
    ///
    /// That is the level of the light, the time until a change, and what is only named for a day or two.
    var facts: String {
        replacing(#/[0-9.]+ (?=lux|%)/#, with: "")
            .replacing(#/, (above|below) [0-9.]+(?=[.;])|, [0-9.]+ or (more|less)/#, with: "")
            .replacing(#/changes (in .*|with the next reading)\.$/#, with: "")
            .replacing(#/ by schedule in .*\.$/#, with: "")
            // A day later, a time has another date, and a boundary is too long ago to be named.
            .replacing(#/ on [0-9]+ [A-Z][a-z]+( [0-9]{4})?/#, with: "")
            .replacing(#/ since [^,]+(?=, by schedule)/#, with: "")
            .replacing(#/, while the sun does not (rise|set)/#, with: "")
    }
}
