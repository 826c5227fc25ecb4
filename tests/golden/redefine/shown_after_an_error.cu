//# How a type is shown can be defined after it was shown, also when the compiler starts anew in between.
struct P { int x = 1; };
P p;
p
//= (P) {x: 1}
no_such_name
//? cell 4:1:1: error: use of undeclared identifier 'no_such_name'
//?     1 | no_such_name
//?       | ^~~~~~~~~~~~
void show(chevron::display::Output &out, const P &p) { out.text("P of ").value(p.x); }
p
//= (P) P of 1
no_such_name
//? cell 6:1:1: error: use of undeclared identifier 'no_such_name'
//?     1 | no_such_name
//?       | ^~~~~~~~~~~~
p
//= (P) P of 1
