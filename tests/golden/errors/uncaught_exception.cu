//# A C++ exception that leaves a cell is told with its type and text; what the cell did before stays done.
#include <stdexcept>
int done = 0;
done = 1; throw std::runtime_error("no luck"); done = 2;
//? error: cell 3: uncaught exception `std::runtime_error`: no luck
done
//= (int) 1
throw 42;
//? error: cell 5: uncaught exception `int`: 42
done
//= (int) 1
