//# A constant whose value is computed gets it where it stands in its cell, as a variable does, whatever kind of constant it is.
#include <string>
#include <utility>
int step = 1; int next() { printf("next %d\n", step); return step++; }
step = 40; const int first = next(); step = 7; const int second = next(); first + second
//= next 40
//= next 7
//= (int) 47
step = 3; static const std::string word = std::to_string(step); namespace inner { const double half = step / 2.0; } step = 5; extern const int for_all = step;
word
//= (const std::string) "3"
inner::half
//= (const double) 1.5
for_all
//= (const int) 5
step = 8; const int row[2] = {step, next()}; step = 20; const auto [low, high] = std::pair(step, step + 1); row[0] + row[1] + low + high
//= next 8
//= (int) 57
struct Counter { static const int begin; }; step = 30; const int Counter::begin = step; step = 0; Counter::begin
//= (const int) 30
int use() { return first + second + row[1] + for_all; }
use()
//= (int) 60
step = 1000; const int first = step; step = 0; use()
//= (int) 1020
%undo
//? note: cell 13 is taken back: `first` (that of cell 4 is back)
use()
//= (int) 60
int extent = 2; extent *= 3; const int total = extent * 2; int *managed; cudaMallocManaged(&managed, total * sizeof(int)); managed[total - 1] = total; managed[11]
//= (int) 12
