//# A file in which types of classes and namespaces are defined outside of these can be loaded again, and they stay the same types; edited, they are new.
%load lib.cu
A a; a.p = new A::Impl; n::Z z{{5}}; n::X::Y y{7}; L<int> l; l.head = new L<int>::Node{4, nullptr};
int use(A &a) { return a.get(); }
use(a)
//= (int) 3
std::system("sed -i 's/return 1;/return 2;/' lib.cu");
%load lib.cu
use(a) + k() * 100
//= (int) 203
A b = a; b.get()
//= (int) 3
n::Z zz = z; zz.x.k
//= (int) 5
n::X::Y yy = y; yy.q
//= (int) 7
L<int> ll = l; ll.head->v
//= (int) 4
L<double> ld; ld.head = new L<double>::Node{2.5, nullptr}; ld.head->v
//= (double) 2.5
A *q = &a; q->p->x
//= (int) 3
struct A::Impl { int x = 3; };
a.p->x
//= (int) 3
%undo 1
//? note: cell 15 is taken back: `a.p->x`
%replay
//= (int) 3
//= (int) 203
//= (int) 3
//= (int) 5
//= (int) 7
//= (int) 4
//= (double) 2.5
//= (int) 3
std::system("sed -i 's/int x = 3;/int x = 4; int y = 9;/' lib.cu");
%load lib.cu
A c; c.p = new A::Impl; c.get() + c.p->y
//= (int) 13
int(A::E::two)
//= (int) 1
use(a)
//= (int) 3
//? note: `a` is of the `A` of cell 1, which cell 16 defines anew
use(c)
//? cell 20:1:1: error: no matching function for call to 'use'
//?     1 | use(c)
//?       | ^~~
//? cell 3:1:5: note: candidate function not viable: no known conversion from 'A' to 'A &' for 1st argument
//?     1 | int use(A &a) { return a.get(); }
//?       |     ^   ~~~~
//? note: the `A` of cell 1 is another type than that of cell 16
%load lib.cu
A d = c; d.p->y
//= (int) 9
