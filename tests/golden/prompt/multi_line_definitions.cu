//# A definition goes on over lines, with its brace on a line of its own and blank lines inside, until its brackets close.
int triple(int x)
{
  int y = x;

  return y +
         2 * y;
}
triple(14)
//= (int) 42
template <typename T>
T twice(T x)
{
  return x + x;
}
twice(2.5)
//= (double) 5.0
