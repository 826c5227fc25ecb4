//# Ctrl-C stops a host loop that never ends; variables keep their values, and the next cell works.
int x = 5; long rounds = 0;
while (true);;
//! interrupt after 200 ms
x
for (;;) rounds++;;
//! interrupt after 200 ms
rounds > 1000
int main_again() { return x + 1; }
main_again()
