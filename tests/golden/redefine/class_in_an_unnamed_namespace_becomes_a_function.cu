//# A class of an unnamed or inline namespace that becomes a function outside of it is not ambiguous with that.
namespace { struct n { int v = 1; }; }
inline namespace in { struct m { int v = 2; }; }
template <class T> T n(T x) { return x + 3; }
int m(int x) { return x + 4; }
n(1) + 10 * m(1)
//= (int) 54
namespace { struct m { int v = 5; }; }
m{}.v
//= (int) 5
