//# A cell that sleeps is stopped where it sleeps: what follows in the cell does not happen.
#include <thread>
#include <unistd.h>
int x = 5;
sleep(100); x = 0;;
//! interrupt after 200 ms
//? error: cell 4 was interrupted; its state is kept
std::this_thread::sleep_for(std::chrono::hours(1)); x = 0;;
//! interrupt after 200 ms
//? error: cell 5 was interrupted; its state is kept
usleep(100'000'000); x = 0;;
//! interrupt after 200 ms
//? error: cell 6 was interrupted; its state is kept
x
//= (int) 5
