// %%
int x = 1;
// %%
x = 2;
// %%
template <int A, int B> struct Sum { static constexpr long value = Sum<A - 1, B>::value + Sum<A - 1, B + 1>::value; };
template <int B> struct Sum<0, B> { static constexpr long value = 1; };
long n = Sum<400, 0>::value;
// %%
x = 3;
// %%
x = 4;
