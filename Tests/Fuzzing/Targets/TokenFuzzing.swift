import AppearanceKit
import AppearanceTokens

/// A token file is taken and is the same when it is written again, or is refused at its places.
enum TokenFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        do throws(TokenFileError) {
            let tokens = try DesignTokens(w3c: bytes)
            guard let again = try? DesignTokens(w3c: Array(tokens.w3c.utf8)) else {
                return "what was written cannot be read: \(tokens.w3c)"
            }
            guard again == tokens else { return "another set: \(tokens.w3c)" }
            for appearance in Appearance.allCases {
                let traits = Traits(appearance: appearance)
                guard tokens.gtkCSS(in: traits).utf8.allSatisfy({ $0 != 0 }) else {
                    return "a style sheet with a NUL"
                }
                let ratios = tokens.contrastPairs.map { $0.ratio(of: tokens, in: traits) }
                guard ratios.allSatisfy({ (1...21.001).contains($0) }) else {
                    return "a contrast out of range: \(ratios)"
                }
            }
            return tokens.css.isEmpty ? "no style sheet" : nil
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            return error.diagnostics.firstNonNil { one in
                guard (1...lines).contains(one.line), one.column >= 1 else {
                    return "a place outside the file: \(error)"
                }
                return one.reason.isEmpty ? "no reason is given" : nil
            }
        }
    }
}
