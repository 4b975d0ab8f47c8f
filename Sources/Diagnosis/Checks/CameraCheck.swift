internal import AppearanceDesktop
internal import AppearanceEngine
internal import AppearanceModel
internal import CameraLight
internal import Console
internal import SettingsFile

extension Evidence {
    /// Checks a camera that measures light; without one there is nothing to check.
    func cameraFindings() -> [Finding] {
        let program = CameraEvidence.program
        if let (path, reason) = camera.unusable {
            return [
                .broken(
                    "The original exposure of a camera cannot be restored.",
                    because:
                        "\(path.excerpt) cannot be used. \(reason.excerpt). Unplug the camera or restart,"
                        + " which resets it; then remove the file.",
                    fix: SettingsJournal.removal(path))
            ]
        }
        if let left = camera.left {
            return [
                .warning(
                    "The exposure of \(left.card.excerpt) is manual, by a grab that was killed.",
                    because: "Its pictures in a call may be too dark or too bright.",
                    fix: "\(program) --reset")
            ]
        }
        guard programs.contains(where: { $0.name == program && $0.isOfThisSession }) else {
            return []
        }
        if let problem = camera.problem {
            return [
                .warning(
                    "\(program) had no light from a camera.",
                    because: "\(problem.capitalizedFirst.excerpt).", fix: "\(program) --once")
            ]
        }
        let use = camera.use(at: time, configuration.zone.rules) ?? "no grab so far"
        return [.ok("\(program) measures the light: \(use).")]
    }
}
