//# Literal operators are defined again as other functions are.
int operator""_k(unsigned long long x) { return x; }
int caller() { return 5_k; }
int operator""_k(unsigned long long x) { return x * 1000; }
5_k
//= (int) 5000
caller()
//= (int) 5000
