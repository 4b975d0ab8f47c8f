import CLinux
import Glibc

extension CurrentProcess {
    /// Gives back the pages of the program and of its libraries that only its start needed.
    ///
    /// They are clean copies of files, so the kernel maps them again if they are needed after all;
    /// what is needed stays, and what is not no longer counts as memory in use.
    package static func releaseStartPages() {
        _ = dl_iterate_phdr(
            { image, _, _ in
                guard let image else { return 0 }
                CurrentProcess.releasePages(
                    of: UnsafeRawPointer(image).load(as: loaded_image.self))
                return 0
            }, nil)
    }

    private static func releasePages(of image: loaded_image) {
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        for segment in UnsafeBufferPointer(
            start: image.segments, count: Int(image.segment_count))
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
            let start = UInt(image.base + segment.p_vaddr)
            let first = start / page * page
            madvise(
                UnsafeMutableRawPointer(bitPattern: first),
                Int(start + UInt(segment.p_memsz) - first), MADV_DONTNEED)
        }
    }
}
