public import AppearanceKit

extension NightStyle {
    /// The value of CSS's `filter` that turns an element and everything below it, foreign parts included, into
    /// black and shades of the tint.
    ///
    /// It contains the filter, so that a page needs no other element: `filter: \(style.cssFilter)`. What does
    /// not draw by tokens needs it: pictures, films, frames, the browser's own controls.
    public var cssFilter: String {
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(svgFilter(id: "night"))</svg>"
        // https://www.rfc-editor.org/rfc/rfc3986#section-2
        let encoded = text.unicodeScalars.reduce(into: "") { encoded, scalar in
            switch scalar {
            case "\"": encoded += "'"
            case "<": encoded += "%3C"
            case ">": encoded += "%3E"
            case " ": encoded += "%20"
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return "url(\"data:image/svg+xml,\(encoded)#night\")"
    }
}
