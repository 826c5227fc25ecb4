//# An overload of `show` beside a type tells how its values are shown, also inside of others, and for a template.
namespace units { struct Metre { double v; }; void show(chevron::display::Output &out, const Metre &m) { out.value(m.v).text(" m"); } }
units::Metre{2.5}
//= (units::Metre) 2.5 m
#include <vector>
std::vector<units::Metre>{{1}, {2}}
//= (std::vector<units::Metre>) {1 m, 2 m}
template <class T, int N> struct Vec { T v[N]; }; template <class T, int N> void show(chevron::display::Output &out, const Vec<T, N> &v) { out.text("<"); for (int i = 0; i < N; ++i) out.text(i ? " " : "").value(v.v[i]); out.text(">"); }
Vec<int, 3>{{1, 2, 3}}
//= (Vec<int, 3>) <1 2 3>
