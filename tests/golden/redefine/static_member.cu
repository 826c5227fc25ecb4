//# A static member's definition outside its class is given again; functions that use it follow.
struct S { static int count; static const double ratio; };
int S::count = 1;
int caller() { return S::count; }
caller()
//= (int) 1
int S::count = 2;
caller() * 10 + S::count
//= (int) 22
S::count = 5;
%undo 3
//? note: cells 5 to 7 are taken back: `S::count` (that of cell 2 is back), `S::count = 5;`
caller() * 10 + S::count
//= (int) 11
const double S::ratio = 0.5;
const double S::ratio = 1.5;
S::ratio
//= (const double) 1.5
