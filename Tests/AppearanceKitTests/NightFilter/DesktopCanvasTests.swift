import AppearanceKit
import AppearanceTestSupport
import Testing

/// The colour blend beside a canvas in a real Chromium, which has the same modes.
@Suite(.bounded, .serialized, .requires(.xvfb, .chromium))
struct DesktopCanvasTests {
    /// Sixteen steps a part, as rows of 64 pixels.
    private static let cube: [UInt8] = (0..<4096).flatMap { number -> [UInt8] in
        let steps: [Int] = [number & 15, number >> 4 & 15, number >> 8]
        return steps.map { UInt8($0 * 17) } + [255]
    }

    /// The cube drawn by the canvas: the tint in mode color at 50 %, then multiplied.
    private static func script(_ tint: Color) -> String {
        """
        (() => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = 64;
          const context = canvas.getContext('2d', { willReadFrequently: true });
          const cube = context.createImageData(64, 64);
          for (let i = 0; i < 4096; i++) {
            cube.data.set([(i & 15) * 17, (i >> 4 & 15) * 17, (i >> 8) * 17, 255], i * 4);
          }
          context.putImageData(cube, 0, 0);
          context.fillStyle = '\(tint)';
          context.globalCompositeOperation = 'color';
          context.globalAlpha = 0.5;
          context.fillRect(0, 0, 64, 64);
          context.globalCompositeOperation = 'multiply';
          context.globalAlpha = 1;
          context.fillRect(0, 0, 64, 64);
          return Array.from(context.getImageData(0, 0, 64, 64).data).join(' ');
        })()
        """
    }

    /// The filter of a style, as a page applies it to an element and everything below it.
    private static func script(_ style: NightStyle) -> String {
        """
        (() => {
          document.body.innerHTML = '<svg width="0" height="0">\(style.svgFilter(id: "night"))</svg>';
          const canvas = document.createElement('canvas');
          const filtered = document.createElement('canvas');
          canvas.width = canvas.height = filtered.width = filtered.height = 64;
          document.body.append(canvas, filtered);
          const context = canvas.getContext('2d', { willReadFrequently: true });
          const cube = context.createImageData(64, 64);
          for (let i = 0; i < 4096; i++) {
            cube.data.set([(i & 15) * 17, (i >> 4 & 15) * 17, (i >> 8) * 17, 255], i * 4);
          }
          context.putImageData(cube, 0, 0);
          const other = filtered.getContext('2d', { willReadFrequently: true });
          other.filter = 'url(#night)';
          other.drawImage(canvas, 0, 0);
          return Array.from(other.getImageData(0, 0, 64, 64).data).join(' ');
        })()
        """
    }

    @Test func `a browser's filter makes an element as legible as the pixels`() throws {
        let home = try TestHome()
        let chromium = try Chromium(in: home, environment: home.environment)
        for style in [NightStyle(), NightStyle(tint: Color(0xFF8000), base: .light)] {
            let answer = try #require(chromium.evaluate(Self.script(style)).string)
            let theirs = answer.split(separator: " ").compactMap { Int($0) }
            var ours = Self.cube
            try NightFilter(.legible, tint: style.tint, base: style.base)
                .apply(to: &ours, width: 64, height: 64, .rgba)
            try #require(theirs.count == ours.count)
            let distances = zip(theirs, ours).map { abs($0 - Int($1)) }
            #expect(distances.max() ?? 255 <= 2, "\(style)")
        }
    }

    @Test func `the color blend is Chromium's`() throws {
        let home = try TestHome()
        let chromium = try Chromium(in: home, environment: home.environment)
        for tint in [Color.red, Color(0xFF8000), Color(0x40FF80), Color(0x3060C0), .white] {
            let answer = try #require(chromium.evaluate(Self.script(tint)).string)
            let theirs = answer.split(separator: " ").compactMap { Int($0) }
            var ours = Self.cube
            let layout = try PixelLayout(width: 64, height: 64, format: .rgba)
            try ours.withUnsafeMutableBytes {
                try NightFilter(.colorBlend, tint: tint).apply(to: $0, layout)
            }
            try #require(theirs.count == ours.count)
            let distances = zip(theirs, ours).map { abs($0 - Int($1)) }
            #expect(distances.max() ?? 255 <= 1, "\(tint)")
        }
    }
}
