// What the guard around each cell reports.
//@ c++17 c++20
#include "executor.h"
#include <pthread.h>
#include <stdexcept>
#include <string>

namespace app {
struct Failure {
  int code;
};
struct Worse : std::runtime_error {
  using std::runtime_error::runtime_error;
};
} // namespace app

#define RUN(...) std::printf("%d\n", __chv_guard([] { __VA_ARGS__; }))

int main() {
  RUN();
  RUN(throw std::runtime_error("disk on fire"));
  RUN(throw app::Worse("worse"));
  RUN(throw std::bad_alloc());
  RUN(throw "a literal");
  RUN(throw std::string("a string"));
  RUN(throw std::string("a string that is too long for its small buffer"));
  RUN(throw 42);
  RUN(throw 2.5);
  RUN(throw true);
  RUN(throw 'c');
  RUN(throw app::Failure{3});
  RUN(throw nullptr);
  RUN(pthread_exit(nullptr));
}
