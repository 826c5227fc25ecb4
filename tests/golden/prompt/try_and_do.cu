//# `try` waits for its `catch`, further `catch`es join, and `do` waits for its `while`.
#include <stdexcept>
int caught = 0;
try
{
  throw std::runtime_error("x");
}
catch (int)
{
  caught = 1;
}
catch (const std::exception &)
{
  caught = 2;
}
caught
//= (int) 2
int i = 0;
do
{
  ++i;
}
while (i < 5);
i
//= (int) 5
