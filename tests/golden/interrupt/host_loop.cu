//# Ctrl-C stops a host loop that never ends; variables keep their values, and the next cell works.
int x = 5; long rounds = 0;
while (true);;
//! interrupt after 200 ms
//? error: cell 2 was interrupted; its state is kept
x
//= (int) 5
for (;;) rounds++;;
//! interrupt after 200 ms
//? error: cell 4 was interrupted; its state is kept
rounds > 1000
//= (bool) true
int main_again() { return x + 1; }
main_again()
//= (int) 6
