//# What a class names its friend may be defined in a later cell, and again: it is the function that may use what is private.
#include <iostream>
struct Money { Money(int cents) : cents(cents) {} friend std::ostream &operator<<(std::ostream &, const Money &); private: int cents; };
std::ostream &operator<<(std::ostream &out, const Money &money) { return out << money.cents << " cents\n"; }
void tell() { std::cout << Money(5); }
tell();
//= 5 cents
std::ostream &operator<<(std::ostream &out, const Money &money) { return out << money.cents / 100.0 << " dollars\n"; }
tell();
//= 0.05 dollars
// Another overload leaves it alone.
struct Weight { int grams = 7; };
std::ostream &operator<<(std::ostream &out, const Weight &weight) { return out << Money(1) << weight.grams << " grams\n"; }
std::cout << Weight();
//= 0.01 dollars
//= 7 grams
std::ostream &operator<<(std::ostream &out, const Weight &weight) { return out << weight.grams << " g\n"; }
std::cout << Weight() << Money(3);
//= 7 g
//= 0.03 dollars
%undo 5
//? note: cells 8 to 12 are taken back: 1 more, `operator<<`, `std::cout << Weight();`, `operator<<`, `std::cout << Weight() << Money(3);`
tell();
//= 0.05 dollars
%undo 3
//? note: cells 6 to 8 are taken back: `operator<<` (that of cell 3 is back), `tell();`, `tell();`
tell();
//= 5 cents
template <class T> struct Box { friend int open(Box<int> &); template <class U> friend U look(Box<U> &); private: T held = 4; };
int open(Box<int> &box) { return box.held; }
template <class U> U look(Box<U> &box) { return box.held; }
Box<int> box;
open(box) * 10 + look(box)
//= (int) 44
template <class U> U look(Box<U> &box) { return box.held + 1; }
open(box) * 10 + look(box)
//= (int) 45
struct Inside { friend int within(Inside &inside) { return inside.hidden; } private: int hidden = 6; };
Inside inside;
within(inside)
//= (int) 6
// A device function.
struct Cell { __device__ Cell() {} friend __device__ int read(const Cell &); private: int hidden = 3; };
__device__ int read(const Cell &cell) { return cell.hidden; }
__global__ void k() { printf("%d\n", read(Cell())); }
k<<<1, 1>>>(); cudaDeviceSynchronize();
//= 3
__device__ int read(const Cell &cell) { return cell.hidden + 1; }
k<<<1, 1>>>(); cudaDeviceSynchronize();
//= 4
