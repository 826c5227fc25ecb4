//# A call whose value is read through, or that a block follows, is no head of a function; one with a type before its name is.
int g = 1, n = 2; int *pn() { return &g; } void f() { n = 3; }
int v[] = {4, 5}; namespace my { int *begin(int *of) { return of; } }
*pn()
//= (int) 1
int tgt = 6;
tgt
//= (int) 6
*my::begin(v)
//= (int) 4
1 + *pn()
//= (int) 2
tgt * *pn()
//= (int) 6
f()
{ n += 5; }
n
//= (int) 8
int h()
{
  return 4;
}
h()
//= (int) 4
int *q()
{
  return v + 1;
}
*q()
//= (int) 5
