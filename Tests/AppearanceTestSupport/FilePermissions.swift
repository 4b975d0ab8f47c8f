import Foundation

/// The permissions of files, which root ignores.
package enum FilePermissions {
    /// The words before a command that have it obey them; none are needed for an ordinary user.
    package static let enforced =
        getuid() == 0
        ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"] : []
}
