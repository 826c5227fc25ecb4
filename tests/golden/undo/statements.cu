//# `%undo` of statements leaves all definitions as they are; lambdas in cells that take their numbers are new ones.
int total = 0;
template <typename F> void call(F f) { f(); }
call([] { total += 1; });
total
//= (int) 1
%undo 2
//? note: cells 3 to 4 are taken back: `call([] { total += 1; });`
call([] { total += 10; });
total
//= (int) 11
%undo 1
//? note: cell 4 is taken back: `total`
[] { return total + 100; }()
//= (int) 111
%undo 1
//? note: cell 4 is taken back: `[] { return total + 100; }()`
[] { return total + 200; }()
//= (int) 211
