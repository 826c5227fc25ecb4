//# A function again whose parameters are newer versions of classes takes the older one's place: calls are not ambiguous.
struct P { int x; };
int size(const P &p) { return p.x; }
int size(int x) { return x; }
struct P { int x, y = 10; };
int size(const P &p) { return p.x * p.y; }
size({2})
size(P{2, 3})
size(4)
