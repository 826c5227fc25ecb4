//# A class whose first virtual function is defined in a cell of its own gets its vtable in each cell that needs it; all are one.
struct Shape { virtual int sides(); virtual ~Shape() {} };
int Shape::sides() { return 3; }
Shape().sides()
//= (int) 3
Shape *shape = new Shape;
struct Square : Shape { int sides() override { return 4; } };
Shape *square = new Square;
shape->sides() + square->sides()
//= (int) 7
#include <typeinfo>
typeid(*shape) == typeid(Shape) && dynamic_cast<Square *>(shape) == nullptr
//= (bool) true
