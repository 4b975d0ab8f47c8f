import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct DescriptorTests {
    @Test func `a descriptor is closed when its owner is released`() {
        let pipe = Pipe()
        do {
            let descriptor = Descriptor(owning: duplicate(pipe.writer))
            pipe.closeWriter()
            #expect(!hangsUp(pipe.reader, within: 0))
            #expect(descriptor.rawValue >= 0)
        }
        #expect(hangsUp(pipe.reader))
    }
}
