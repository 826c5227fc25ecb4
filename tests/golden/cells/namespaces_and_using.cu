//# Namespaces are reopened, aliased and used from cell to cell; `using` lasts for the session.
namespace geo { namespace detail { int scale = 2; } int area(int w, int h) { return w * h * detail::scale; } }
geo::area(2, 3)
//= (int) 12
namespace geo { int half_area(int w, int h) { return area(w, h) / 2; } inline namespace v2 { int version = 2; } }
geo::half_area(2, 3) + geo::version
//= (int) 8
using namespace geo;
half_area(4, 5)
//= (int) 20
namespace d = geo::detail; d::scale = 10;
using d::scale;
scale
//= (int) 10
namespace { int hidden = 9; }
hidden
//= (int) 9
using Row = int[3]; Row row = {1, 2, 3};
row
//= (Row) {1, 2, 3}
typedef unsigned long word; word w = 1ul << 40;
w
//= (word) 1099511627776
