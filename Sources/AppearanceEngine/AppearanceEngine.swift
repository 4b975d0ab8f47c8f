// AppearanceEngine
