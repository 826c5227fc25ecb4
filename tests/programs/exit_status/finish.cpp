#include <cstdlib>

static int made;
struct Ends {
  ~Ends() { if (made != 45) _Exit(3); }
};
static Ends ends;

void finish(int status) {
  made = status;
  std::exit(status);
}
