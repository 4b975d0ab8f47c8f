// The errors of a token file are shared with the configuration file.

@_exported public import struct AppearanceModel.Diagnostic
@_exported public import struct AppearanceModel.FileError
