//# A thread-local variable that needs no constructor and has a destructor: clang registers that with the variable itself.
#include <thread>
struct Named { const char *name; ~Named() { std::printf("~%s\n", name); } };
thread_local Named mine{"thread"};
std::thread([] { std::printf("%s\n", mine.name); }).join();
//= thread
//= ~thread
