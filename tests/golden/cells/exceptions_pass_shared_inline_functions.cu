//# An exception passes through functions of several cells whose objects share an inline function (here a destructor): each keeps its part of the unwind table. Once the table ended early, and the process with it.
struct Local { int n; Local(int n) : n(n) {} ~Local() { printf("destroyed %d\n", n); } };
void inner(int k) { Local local(2); if (k > 0) throw k; printf("returned\n"); }
void outer(int k) { Local local(1); try { inner(k); } catch (...) { printf("passed on\n"); throw; } }
int outermost(int k) { Local local(0); try { outer(k); } catch (int thrown) { return thrown; } return 0; }
outermost(7)
//= destroyed 2
//= passed on
//= destroyed 1
//= destroyed 0
//= (int) 7
outer(8);
//= destroyed 2
//= passed on
//= destroyed 1
//? error: cell 6: uncaught exception `int`: 8
outermost(0)
//= returned
//= destroyed 2
//= destroyed 1
//= destroyed 0
//= (int) 0
