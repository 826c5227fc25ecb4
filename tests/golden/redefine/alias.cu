//# An alias may name another type; what was declared by it stays.
using Real = float;
Real x = 0.5f;
using Real = double;
sizeof(Real) + sizeof(x)
//= (unsigned long) 12
