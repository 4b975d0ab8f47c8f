/// Three components of a colour.
struct Vector: Equatable {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    var sum: Double { x + y + z }

    func map(_ change: (Double) -> Double) -> Vector { Vector(change(x), change(y), change(z)) }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    static func + (left: Vector, right: Vector) -> Vector {
        Vector(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    static func - (left: Vector, right: Vector) -> Vector { left + right * -1 }

    static func * (vector: Vector, factor: Double) -> Vector { vector.map { $0 * factor } }
}

/// A linear map of three components.
struct Matrix {
    typealias Row = (Double, Double, Double)

    private let rows: (Row, Row, Row)

    init(_ first: Row, _ second: Row, _ third: Row) { rows = (first, second, third) }

    var transposed: Matrix {
        Matrix(
            (rows.0.0, rows.1.0, rows.2.0), (rows.0.1, rows.1.1, rows.2.1),
            (rows.0.2, rows.1.2, rows.2.2))
    }

    static func * (matrix: Matrix, vector: Vector) -> Vector {
        func part(_ row: Row) -> Double { row.0 * vector.x + row.1 * vector.y + row.2 * vector.z }
        return Vector(part(matrix.rows.0), part(matrix.rows.1), part(matrix.rows.2))
    }
}
