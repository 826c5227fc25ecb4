//# Classes of the user are shown member by member, nested too, until they say how to be shown.
struct Point { int x; double y; }; struct Line { Point from, to; const char *name; };
Point{1, 2.5}
//= (Point) {x: 1, y: 2.5}
Line{{0, 0}, {3, 4.5}, "diagonal"}
//= (Line) {from: {x: 0, y: 0}, to: {x: 3, y: 4.5}, name: "diagonal"}
struct Empty {}; Empty{}
//= (Empty) {}
class Opaque { int secret = 4; public: virtual ~Opaque() {} }; sizeof(Opaque)
//= (unsigned long) 16
struct Tree { int value; Tree *left; }; Tree leaf{1, nullptr}; leaf
//= (Tree) {value: 1, left: nullptr}
namespace money { struct Euro { long cents; }; }
money::Euro{250}
//= (money::Euro) {cents: 250}
