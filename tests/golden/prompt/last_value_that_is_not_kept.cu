//# Where `_` means nothing it is said why: nothing was shown, the value cannot be kept, its type is another one now, its cell is taken back.
#include <algorithm>
#include <memory>
#include <string>
_
//? cell 4:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: none was
[](int x) { return x; }
//= ((lambda at cell 4:1:1)) lambda
_(1)
//? cell 5:1:1: error: use of undeclared identifier '_'
//?     1 | _(1)
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 4 is not kept, as its type has no name that a later cell could write
std::make_unique<int>(3) == nullptr
//= (bool) false
std::unique_ptr<int>(new int(3)) ? 1 : 0
//= (int) 1
std::unique_ptr<int>()
//= (std::unique_ptr<int>) nullptr
_
//? cell 8:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 7 is not kept, as it cannot be copied
struct Loud { int x; ~Loud() {} };
Loud{1}
//= (Loud) {x: 1}
_.x
//? cell 10:1:1: error: use of undeclared identifier '_'
//?     1 | _.x
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 9 is not kept, as its destructor would run later than it does elsewhere
std::max(std::string("a"), std::string("b"))
//= (const std::string) "b"
_
//? cell 11:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 10 is not kept, as it is a reference to an object that may be gone
struct Point { int x; };
Point{1}
//= (Point) {x: 1}
_.x
//= (int) 1
Point{2}
//= (Point) {x: 2}
struct Point { double x; };
_.x
//? cell 16:1:1: error: use of undeclared identifier '_'
//?     1 | _.x
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 14 is of an older version of `Point`
int y = 4;
y
//= (int) 4
%undo
//? note: cells 16 to 17 are taken back: `y`
_
//? cell 16:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 17 is gone: the cell is taken back
1
//= (int) 1
_ + unknown
//? cell 17:1:5: error: use of undeclared identifier 'unknown'
//?     1 | _ + unknown
//?       |     ^~~~~~~
_ +
  unknown
//? cell 17:2:3: error: use of undeclared identifier 'unknown'
//?     2 |   unknown
//?       |   ^~~~~~~
_
//= (int) 1
