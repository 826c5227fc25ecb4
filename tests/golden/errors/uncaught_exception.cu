//# A C++ exception that leaves a cell is told with its type and text; what the cell did before stays done.
#include <stdexcept>
int done = 0;
done = 1; throw std::runtime_error("no luck"); done = 2;
done
throw 42;
done
