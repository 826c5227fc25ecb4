//# A function again whose parameters are newer versions of classes takes the older one's place: calls are not ambiguous.
struct P { int x, z; };
int size(const P &p) { return p.x; }
struct P { int x, y = 10; };
int size(const P &p) { return p.x * p.y; }
size({2, 4})
//= (int) 8
size(P{2, 3})
//= (int) 6
