//# A template that is entered again after a concept that constrains it takes the place of the one that the older concept constrains.
template <class T> concept Small = sizeof(T) <= 4;
template <Small T> int f(T) { return 1; }
int caller() { return f(1); }
template <class T> concept Small = sizeof(T) <= 8;
template <Small T> int f(T) { return 2; }
//? note: the `f` of cell 2 (`int (T)`) is still used by `caller`: types in it have changed
f(1)
//= (int) 2
f(1L)
//= (int) 2
caller()
//= (int) 1
%undo 4
//? note: cells 5 to 8 are taken back: `f` (that of cell 2 is back), `f(1)`, `f(1L)`
f(1)
//= (int) 1
