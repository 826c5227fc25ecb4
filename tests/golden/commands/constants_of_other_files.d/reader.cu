#include <cstdio>

extern "C" const unsigned lanes;
extern const int depth;
extern const float weights[3];
extern "C" const int limit;
namespace tables {
extern const double half;
}
const int own = 1;
int own_of_tables();

int main() {
  printf("%u %d %g %d %g, own %d and %d\n", lanes, depth, weights[2], limit, tables::half, own, own_of_tables());
}
