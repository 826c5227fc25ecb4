//# A deduction guide again takes the older one's place.
template <class T> struct U { T x; template <class S> U(S x) : x(x) {} };
template <class S> U(S) -> U<long>;
sizeof(U(3).x)
//= (unsigned long) 8
template <class S> U(S) -> U<char>;
sizeof(U(3).x)
//= (unsigned long) 1
