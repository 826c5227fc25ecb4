//# A dropped `[[nodiscard]]` value and an expression without effect are warned of; a value that is shown is not.
[[nodiscard]] int answer() { return 42; }
answer()
//= (int) 42
answer();
//? cell 3:1:1: warning: ignoring return value of function declared with 'nodiscard' attribute [-Wunused-result]
//?     1 | answer();
//?       | ^~~~~~~~
int x = 1;
x
//= (int) 1
x == 1;
//? cell 6:1:3: warning: equality comparison result unused [-Wunused-comparison]
//?     1 | x == 1;
//?       | ~~^~~~
//? cell 6:1:3: note: use '=' to turn this equality comparison into an assignment
//?     1 | x == 1;
//?       |   ^~
//?       |   =
x == 1
//= (bool) true
{ answer(); }
//? cell 8:1:3: warning: ignoring return value of function declared with 'nodiscard' attribute [-Wunused-result]
//?     1 | { answer(); }
//?       |   ^~~~~~~~
auto later = [] { answer(); };
//? cell 9:1:19: warning: ignoring return value of function declared with 'nodiscard' attribute [-Wunused-result]
//?     1 | auto later = [] { answer(); };
//?       |                   ^~~~~~~~
