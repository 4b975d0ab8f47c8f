internal import AppearanceConfig
internal import ArgumentParser

/// What a shell offers for the values of our arguments.
extension CompletionKind {
    /// Spans that people mean; any other can be written.
    static var spans: CompletionKind { .list(["15m", "30m", "45m", "1h", "2h", "8h"]) }

    /// The ends that are not a time of day.
    static var ends: CompletionKind { .list(["next", "sunrise", "sunset"]) }

    static var configurationKeys: CompletionKind {
        .list((ConfigurationSchema.keys + ConfigurationSchema.weekdayKeys).map(\.path))
    }

    static var configurationFile: CompletionKind { .file(extensions: ["toml"]) }

    static var trace: CompletionKind { .file(extensions: ["csv"]) }

    static var tokenFile: CompletionKind { .file(extensions: ["json", "tokens"]) }

    static var record: CompletionKind { .file(extensions: ["jsonl"]) }

    /// The zones of the system's table, whose third column is their name.
    static var timeZones: CompletionKind {
        .shellCommand("awk '/^[A-Z]/ {print $3}' /usr/share/zoneinfo/zone.tab")
    }
}
