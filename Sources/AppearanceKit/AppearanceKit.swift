// AppearanceKit
