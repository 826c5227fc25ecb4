//# Classes with constructors, virtual functions, operators and static members are defined in one cell and derived from in another.
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; static int count; Shape() { ++count; } };
int Shape::count = 0;
class Square : public Shape { double side; public: explicit Square(double s) : side(s) {} double area() const override { return side * side; } };
struct Circle final : Shape {
    double r;
    Circle(double r) : r(r) {}
    double area() const override;
};
double Circle::area() const { return 3 * r * r; }
#include <memory>
#include <vector>
std::vector<std::unique_ptr<Shape>> shapes; shapes.push_back(std::make_unique<Square>(2)); shapes.push_back(std::make_unique<Circle>(1));
double sum = 0; for (auto &s : shapes) sum += s->area();
sum
//= (double) 7.0
Shape::count
//= (int) 2
struct V { int x, y; V operator+(V o) const { return {x + o.x, y + o.y}; } bool operator==(const V &) const = default; };
V{1, 2} + V{3, 4} == V{4, 6}
//= (bool) true
