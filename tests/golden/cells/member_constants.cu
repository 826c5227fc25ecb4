//# A static constant of a class can be referred to without a definition outside it, as optimising compilers allow.
#include <algorithm>
struct Limits { static const int most = 8; };
std::max(3, Limits::most)
//= (const int) 8
const int *address = &Limits::most;
*address
//= (const int) 8
const int Limits::most;
*address + Limits::most
//= (int) 16
