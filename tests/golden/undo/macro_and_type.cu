//# `%undo` takes back macros, types, templates and namespaces; the names are free for other things.
#define LIMIT 3
struct Point { int x, y; };
template <typename T> T half(T x) { return x / 2; }
namespace ns { int inner = 4; }
half(LIMIT) + Point{1, 2}.y + ns::inner
//= (int) 7
%undo 5
//? note: cells 1 to 5 are taken back: 2 more, `half`, `ns`, `ns::inner`, `half(LIMIT) + Point{1, 2}.y + ns::inner`
%who
//= nothing is defined
int LIMIT = 8, Point = 9, half = 10, ns = 11;
LIMIT + Point + half + ns
//= (int) 38
