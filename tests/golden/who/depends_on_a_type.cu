//# Functions, variables and templates depend on the types that their text names, also inside other types' arguments.
#include <vector>
struct Point { int x, y; };
using Points = std::vector<Point>;
Points pts;
std::vector<Point> some;
auto third = Point{1, 2};
int area(const Point &p) { return p.x * p.y; }
struct Line { Point from, to; };
%who -d Point
//= type          Point   cell 2  struct
//= used by
//=   type        Points  cell 3
//=   variable    some    cell 5
//=   variable    third   cell 6
//=   function    area    cell 7
//=   type        Line    cell 8
//=   variable    pts     cell 4  through `Points`
//= uses nothing
%who -d Line
//= type             Line   cell 8  struct
//= used by nothing
//= uses
//=   type           Point  cell 2  struct
%who -d pts
//= variable         pts     cell 4  Points
//= used by nothing
//= uses
//=   type           Points  cell 3  std::vector<Point>
