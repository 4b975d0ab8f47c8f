/// The version of all programs of the project.
package let projectVersion = "0.1.0"
