// The shared types of the public API, so that an app imports only AppearanceKit.

@_exported public import enum AppearanceModel.Appearance
@_exported public import struct AppearanceModel.Inhibitor
@_exported public import struct AppearanceModel.LightReading
@_exported public import enum AppearanceModel.LightUnit
@_exported public import enum AppearanceModel.Mode
@_exported public import struct AppearanceModel.NextChange
@_exported public import enum AppearanceModel.Reason
@_exported public import struct AppearanceModel.ReportedLight
@_exported public import enum AppearanceModel.SensorState
@_exported public import struct AppearanceModel.WallTime
