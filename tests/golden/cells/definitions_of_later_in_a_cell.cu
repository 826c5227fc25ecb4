//# In a cell, later items may use earlier ones, of every kind, without a forward declaration.
enum Unit { metre, foot }; struct Length { double value; Unit unit; }; double in_metres(const Length &l) { return l.unit == foot ? l.value * 0.3048 : l.value; } Length ten{10, foot}; in_metres(ten)
//= (double) 3.048
namespace rates { constexpr int base = 7; template <int N> constexpr int times = base * N; } rates::times<6>
//= (const int) 42
