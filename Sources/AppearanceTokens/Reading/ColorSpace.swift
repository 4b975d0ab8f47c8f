internal import AppearanceKit

/// A colour space of the format, with its conversion to sRGB.
///
/// https://www.designtokens.org/tr/2025.10/color/ and https://www.w3.org/TR/css-color-4/#color-conversion-code
enum ColorSpace: String, CaseIterable {
    case srgb
    case linear = "srgb-linear"
    case hsl, hwb, lab, lch, oklab, oklch
    case displayP3 = "display-p3"
    case a98 = "a98-rgb"
    case proPhoto = "prophoto-rgb"
    case rec2020
    case xyzD65 = "xyz-d65"
    case xyzD50 = "xyz-d50"

    /// The greatest magnitude of a component, which none of a real colour reaches.
    static let largest = 1000.0

    /// The range of each component.
    var ranges: [ClosedRange<Double>] {
        let (part, percent, angle) = (0.0...1, 0.0...100, -Self.largest...Self.largest)
        return switch self {
        case .srgb, .linear, .displayP3, .a98, .proPhoto, .rec2020: [part, part, part]
        case .hsl, .hwb: [angle, percent, percent]
        case .lab: [percent, angle, angle]
        case .lch: [percent, 0...Self.largest, angle]
        case .oklab: [part, angle, angle]
        case .oklch: [part, 0...Self.largest, angle]
        case .xyzD65, .xyzD50: [angle, angle, angle]
        }
    }

    /// Returns the colour in sRGB; `fallback` or the nearest colour of the same hue if sRGB does not have it.
    func color(_ parts: Vector, alpha: Double, fallback: Color?) -> Color {
        guard self != .srgb else {
            return Color(red: parts.x, green: parts.y, blue: parts.z, alpha: alpha)
        }
        let rgb = encodedRGB(parts)
        guard !rgb.isInGamut else { return rgb.color(alpha: alpha) }
        if let fallback {
            return Color(
                red: fallback.red, green: fallback.green, blue: fallback.blue, alpha: alpha)
        }
        return Self.reducingChroma(of: rgb).color(alpha: alpha)
    }

    /// Returns the components in sRGB, with its transfer curve.
    private func encodedRGB(_ parts: Vector) -> Vector {
        switch self {
        case .srgb: parts
        case .hsl: Self.hsl(parts)
        case .hwb: Self.hwb(parts)
        case .linear: parts.map(Self.encode)
        case .displayP3: Self.encoded(Self.p3 * parts.map(Self.decode))
        case .a98: Self.encoded(Self.a98Matrix * parts.map { Self.power($0, 563 / 256) })
        case .proPhoto:
            Self.encoded(Self.toD65 * (Self.proPhotoMatrix * parts.map(Self.decodeProPhoto)))
        case .rec2020: Self.encoded(Self.rec2020Matrix * parts.map { Self.power($0, 2.4) })
        case .xyzD65: Self.encoded(parts)
        case .xyzD50: Self.encoded(Self.toD65 * parts)
        case .lab: Self.encoded(Self.toD65 * Self.xyz(lab: parts))
        case .lch: Self.encoded(Self.toD65 * Self.xyz(lab: parts.rectangular))
        case .oklab: Self.encoded(Self.xyz(oklab: parts))
        case .oklch: Self.encoded(Self.xyz(oklab: parts.rectangular))
        }
    }

    private static func encoded(_ xyz: Vector) -> Vector { (fromXYZ * xyz).map(encode) }

    /// Returns the same lightness and hue with the most chroma that sRGB has.
    private static func reducingChroma(of rgb: Vector) -> Vector {
        let lab = oklab(rgb)
        var (least, most) = (0.0, 1.0)
        for _ in 0..<24 {
            let middle = (least + most) / 2
            let reduced = Vector(lab.x, lab.y * middle, lab.z * middle)
            if encoded(xyz(oklab: reduced)).isInGamut { least = middle } else { most = middle }
        }
        return encoded(xyz(oklab: Vector(lab.x, lab.y * least, lab.z * least)))
    }
}

// The curves, and the spaces that are not matrices.
extension ColorSpace {
    private static func decode(_ part: Double) -> Double {
        abs(part) <= 0.04045 ? part / 12.92 : power((abs(part) + 0.055) / 1.055, 2.4, sign: part)
    }

    private static func encode(_ light: Double) -> Double {
        abs(light) <= 0.0031308
            ? light * 12.92
            : power(abs(light), 1 / 2.4, sign: light) * 1.055 - (light < 0 ? -0.055 : 0.055)
    }

    private static func decodeProPhoto(_ part: Double) -> Double {
        part <= 16 / 512 ? part / 16 : pow(part, 1.8)
    }

    private static func power(_ base: Double, _ exponent: Double, sign: Double = 1) -> Double {
        sign < 0 ? -pow(abs(base), exponent) : pow(abs(base), exponent)
    }

    private static func hsl(_ parts: Vector) -> Vector {
        let (saturation, lightness) = (parts.y / 100, parts.z / 100)
        let amount = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> Double {
            let turn = (offset + parts.x / 30).truncatingRemainder(dividingBy: 12)
            let place = turn < 0 ? turn + 12 : turn
            return lightness - amount * max(-1, min(place - 3, 9 - place, 1))
        }
        return Vector(part(0), part(8), part(4))
    }

    private static func hwb(_ parts: Vector) -> Vector {
        let (white, black) = (parts.y / 100, parts.z / 100)
        guard white + black < 1 else {
            let grey = white / (white + black)
            return Vector(grey, grey, grey)
        }
        return hsl(Vector(parts.x, 100, 50)).map { $0 * (1 - white - black) + white }
    }

    private static func xyz(lab: Vector) -> Vector {
        let middle = (lab.x + 16) / 116
        func part(_ value: Double) -> Double {
            let cube = value * value * value
            return cube > 216 / 24389 ? cube : (116 * value - 16) * 27 / 24389
        }
        let light = lab.x > 8 ? middle * middle * middle : lab.x * 27 / 24389
        let (white, whiteZ) = (0.3457 / 0.3585, (1 - 0.3457 - 0.3585) / 0.3585)
        return Vector(
            part(middle + lab.y / 500) * white, light, part(middle - lab.z / 200) * whiteZ)
    }

    private static func xyz(oklab: Vector) -> Vector {
        let cones = Matrix(
            (1, 0.396_337_777_376_174_9, 0.215_803_757_309_913_6),
            (1, -0.105_561_345_815_658_6, -0.063_854_172_825_813_3),
            (1, -0.089_484_177_529_811_9, -1.291_485_548_019_409_2))
        return fromCones * (cones * oklab).map { $0 * $0 * $0 }
    }

    private static func oklab(_ rgb: Vector) -> Vector {
        let cones = toCones * (fromRGB * rgb.map(decode))
        return Matrix(
            (0.210_454_268_309_314, 0.793_617_774_702_305_4, -0.004_072_043_011_619_3),
            (1.977_998_532_431_168_4, -2.428_592_242_048_579_9, 0.450_593_709_617_411),
            (0.025_904_042_465_547_8, 0.782_771_712_457_529_6, -0.808_675_754_923_077_4)
        ) * cones.map { cbrt($0) }
    }
}

// The matrices of CSS Color 4.
extension ColorSpace {
    private static let fromXYZ = Matrix(
        (12831 / 3959, -329 / 214, -1974 / 3959),
        (-851781 / 878810, 1_648_619 / 878810, 36519 / 878810),
        (705 / 12673, -2585 / 12673, 705 / 667))
    private static let fromRGB = Matrix(
        (506752 / 1_228_815, 87881 / 245763, 12673 / 70218),
        (87098 / 409605, 175762 / 245763, 12673 / 175545),
        (7918 / 409605, 87881 / 737289, 1_001_167 / 1_053_270))
    private static let toD65 = Matrix(
        (0.955_473_421_488_075, -0.023_098_454_948_764_71, 0.063_259_243_200_570_72),
        (-0.028_369_709_333_863_7, 1.009_995_398_081_304_1, 0.021_041_441_191_917_323),
        (0.012_314_014_864_481_998, -0.020_507_649_298_898_964, 1.330_365_926_242_124))
    private static let p3 = Matrix(
        (608311 / 1_250_200, 189793 / 714400, 198249 / 1_000_160),
        (35783 / 156275, 247089 / 357200, 198249 / 2_500_400),
        (0, 32229 / 714400, 5_220_557 / 5_000_800))
    private static let a98Matrix = Matrix(
        (573536 / 994567, 263643 / 1_420_810, 187206 / 994567),
        (591459 / 1_989_134, 6_239_551 / 9_945_670, 374412 / 4_972_835),
        (53769 / 1_989_134, 351524 / 4_972_835, 4_929_758 / 4_972_835))
    private static let proPhotoMatrix = Matrix(
        (0.797_766_644_900_642_3, 0.135_181_297_400_533_08, 0.031_347_734_128_392_2),
        (0.288_074_828_819_401_3, 0.711_835_234_241_873, 0.000_089_936_938_725_64),
        (0, 0, 0.825_104_602_510_460_2))
    private static let rec2020Matrix = Matrix(
        (63_426_534 / 99_577_255, 20_160_776 / 139_408_157, 47_086_771 / 278_816_314),
        (26_158_966 / 99_577_255, 472_592_308 / 697_040_785, 8_267_143 / 139_408_157),
        (0, 19_567_812 / 697_040_785, 295_819_943 / 278_816_314))
    private static let toCones = Matrix(
        (0.819_022_437_996_703, 0.361_906_260_052_890_4, -0.128_873_781_520_987_9),
        (0.032_983_653_932_388_5, 0.929_286_861_586_343_4, 0.036_144_666_350_642_4),
        (0.048_177_189_359_624_2, 0.264_239_531_752_730_8, 0.633_547_828_469_430_9))
    private static let fromCones = Matrix(
        (1.226_879_875_845_924_3, -0.557_814_994_460_217_1, 0.281_391_045_665_964_7),
        (-0.040_575_745_214_800_8, 1.112_286_803_280_317, -0.071_711_058_065_516_4),
        (-0.076_372_936_674_660_1, -0.421_493_332_402_243_2, 1.586_924_019_836_781_6))
}

extension Vector {
    /// The Cartesian components of lightness, chroma and hue.
    var rectangular: Vector { Vector(x, y * cos(z * .pi / 180), y * sin(z * .pi / 180)) }

    /// Whether each component is from 0 to 1, but for the error of a conversion.
    var isInGamut: Bool { [x, y, z].allSatisfy { (-0.0005...1.0005).contains($0) } }

    /// Returns the colour with eight bits a component, as it is drawn and written.
    func color(alpha: Double) -> Color {
        let parts = map { (min(max($0, 0), 1) * 255).rounded() / 255 }
        return Color(red: parts.x, green: parts.y, blue: parts.z, alpha: alpha)
    }
}
