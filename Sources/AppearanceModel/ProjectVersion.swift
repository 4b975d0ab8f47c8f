/// The version of all programs of the project.
package let projectVersion = "1.0.0"
