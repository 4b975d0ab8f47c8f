// AppearanceProtocol
