import AppearanceTestSupport
import EventLoop
import Linux
import Testing

@Suite(.bounded) struct MailboxTests {
    let loop: EventLoop
    let mailbox: Mailbox<Int>

    init() throws {
        loop = try EventLoop()
        mailbox = try Mailbox()
    }

    @Test func `messages are delivered together and in order`() throws {
        var batches: [[Int]] = []
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { batches.append($0) }
        for number in 0..<5 { mailbox.post(number) }
        try loop.turnUntilIdle()
        #expect(batches == [[0, 1, 2, 3, 4]])
        mailbox.post(5)
        try loop.turnUntilIdle()
        #expect(batches == [[0, 1, 2, 3, 4], [5]])
        withExtendedLifetime(delivery) {}
    }

    @Test func `a message posted before the delivery exists is delivered`() throws {
        mailbox.post(1)
        var messages: [Int] = []
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { messages += $0 }
        try loop.turnUntilIdle()
        #expect(messages == [1])
        withExtendedLifetime(delivery) {}
    }

    @Test func `a handler may post`() throws {
        var messages: [Int] = []
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { [mailbox] batch in
            messages += batch
            if let last = batch.last, last < 3 { mailbox.post(last + 1) }
        }
        mailbox.post(0)
        try loop.turnUntilIdle()
        #expect(messages == [0, 1, 2, 3])
        withExtendedLifetime(delivery) {}
    }

    @Test func `an empty mailbox causes no wakeup`() throws {
        var batches = 0
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { _ in batches += 1 }
        try loop.turnUntilIdle()
        #expect(batches == 0)
        withExtendedLifetime(delivery) {}
    }

    @Test func `a released delivery leaves the messages`() throws {
        var messages: [Int] = []
        var delivery: MailboxDelivery<Int>? = try MailboxDelivery(of: mailbox, on: loop) {
            messages += $0
        }
        #expect(delivery != nil)
        delivery = nil
        mailbox.post(1)
        try loop.turnUntilIdle()
        #expect(messages.isEmpty)
        delivery = try MailboxDelivery(of: mailbox, on: loop) { messages += $0 }
        try loop.turnUntilIdle()
        #expect(messages == [1])
    }

    // Each thread's own messages keep their order, however those of others fall between.
    @Test func `no message is lost between threads`() throws {
        let threads = try (0..<4).map { sender in
            try BackgroundThread.start(name: "sender") { [mailbox] in
                for number in 0..<5_000 { mailbox.post(sender * 5_000 + number) }
            }
        }
        var messages: [Int] = []
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { messages += $0 }
        try loop.turn { messages.count == 20_000 }
        for thread in threads { thread.join() }
        for sender in 0..<4 {
            let own = messages.filter { $0 / 5_000 == sender }
            #expect(own == Array(sender * 5_000..<(sender + 1) * 5_000))
        }
        withExtendedLifetime(delivery) {}
    }
}
