//# A head such as `P::P()` waits for a body; where it cannot be a head, as behind `->` or `new`, it is an expression and runs.
struct P { int x = 0; P(); ~P(); void reset() { x = 0; } };
P::P()
{ x = 7; }
P::~P()
{ printf("gone %d\n", x); }
P *p = new P;
p->x
//= (int) 7
p->P::~P()
//= gone 7
p->reset()
namespace N { int N() { return 4; } }
1 + N::N()
//= (int) 5
N::N();
