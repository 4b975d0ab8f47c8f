/// Those who are told of a value, now and at every change.
final class Observers<Value: Equatable> {
    private struct Observer {
        let number: Int
        let body: (Value) -> Void
        var told: Value?
    }

    private var observers: [Observer] = []
    private var lastNumber = 0

    var isEmpty: Bool { observers.isEmpty }

    /// Adds one and tells it the present value; the number ends it.
    func add(telling value: Value, _ body: @escaping (Value) -> Void) -> Int {
        lastNumber += 1
        let number = lastNumber
        observers.append(Observer(number: number, body: body))
        tell(number) { value }
        return number
    }

    func remove(_ number: Int) {
        observers.removeAll { $0.number == number }
    }

    /// Tells the value, which an observer may change, to whoever has not been told it yet.
    func tell(_ value: () -> Value) {
        for number in observers.map(\.number) { tell(number, value) }
    }

    private func tell(_ number: Int, _ value: () -> Value) {
        let value = value()
        // Whoever was told before may have ended this one's observation.
        guard let index = observers.firstIndex(where: { $0.number == number }),
            observers[index].told != value
        else { return }
        observers[index].told = value
        observers[index].body(value)
    }
}
