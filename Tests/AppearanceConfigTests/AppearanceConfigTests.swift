// AppearanceConfig
