//# Progress of loops: in a pipe one line at the end of the outermost one, also of one that is left early.
#include <vector>
#include <chevron/display.h>
int sum = 0; for (auto i : chevron::progress(1000)) sum += i; sum
//= (int) 499500
//? 1000 of 1000 in … ms
std::vector<int> values = {1, 2, 3}; for (auto &v : chevron::progress(values, "doubling")) v *= 2; values
//= (std::vector<int>) {2, 4, 6}
//? doubling: 3 of 3 in … ms
for (int v : chevron::progress(std::vector<int>{5, 6, 7})) if (v == 6) break;
//? 1 of 3 in … ms, ended early
for (int v : chevron::progress(values, "outer")) for (int w : chevron::progress(10, "inner")) sum += v * w;
//? outer: 3 of 3 in … ms
for (unsigned char i : chevron::progress((unsigned char)0)) ++sum;
//? 0 of 0 in … ms
int plain[4] = {}; for (int &p : chevron::progress(plain)) p = 1; plain
//= (int[4]) {1, 1, 1, 1}
//? 4 of 4 in … ms
for (int i : chevron::progress(10, "throwing")) if (i == 4) throw 5;
//? throwing: 4 of 10 in … ms, ended early
//? error: cell 9: uncaught exception `int`: 5
