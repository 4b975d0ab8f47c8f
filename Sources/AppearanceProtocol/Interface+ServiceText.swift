// https://varlink.org/Service: the names are varlink's, the comments ours.

extension Interface {
    static let serviceText = """
        # What every varlink service says about itself.
        interface org.varlink.service

        # Who made the service, and which interfaces it speaks.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # An interface in the language of this text.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not speak this interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but this service does not do it.
        error MethodNotImplemented (method: string)

        # This parameter is missing, unknown, of the wrong type, or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method must be called with "more".
        error ExpectedMore ()

        """
}
