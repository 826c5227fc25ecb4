//# Code that declares `std::vector` itself and includes it later means one template
namespace std { template <class T, class Allocator> class vector; }
template <class T> struct Of;
template <class T, class A> struct Of<std::vector<T, A>> { using type = T; };
#include <vector>
std::vector<short> v{1, 2};
Of<decltype(v)>::type(7)
//= (short) 7
v
//= (std::vector<short>) {1, 2}
