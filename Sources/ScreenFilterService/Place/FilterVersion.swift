/// The version of this program, which is that of the service it comes with.
package let filterVersion = "0.1.0"
