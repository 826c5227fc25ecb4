//# A macro is gone after `#undef`, in a later cell or in the same one; what used it says so; `%undo` brings it back.
#define SCALE 3
int scaled(int x) { return x * SCALE; }
#define OTHER 4
%who
//= functions  scaled
//= macros     SCALE, OTHER
#undef SCALE
%who
//= functions  scaled
//= macros     OTHER
%who -d scaled
//= function         scaled  cell 2  int (int)
//= used by nothing
//= uses
//=   macro          SCALE   cell 1  undefined by cell 4
%who -d SCALE
//? error: nothing is called `SCALE`
//? hint: `%who` lists what is defined
%undo
//? note: cell 4 is taken back: `#undef SCALE`
%who
//= functions  scaled
//= macros     SCALE, OTHER
#undef SCALE
#define SCALE 5
%who -v
//= function  scaled  cell 2  int (int)
//= macro     OTHER   cell 3
//= macro     SCALE   cell 5
#define HERE 1
#undef HERE
#undef OTHER
#define OTHER 7
%who -v
//= function  scaled  cell 2  int (int)
//= macro     SCALE   cell 5
//= macro     OTHER   cell 9
