/// The version of this service, as every door of it tells.
package let serviceVersion = "0.1.0"
