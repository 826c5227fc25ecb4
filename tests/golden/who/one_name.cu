//# `%who NAME` shows what a name is and the text that defined it, newest version, every overload.
__device__ int twice(int x) { return 2 * x; }
__global__ void fill(int *p) {
  p[threadIdx.x] = twice(threadIdx.x);
}
int total = 3, other = 4;
float area(float r) { return r * r; }
double area(double r) { return r * r; }
namespace shapes { struct Circle { float radius; }; }
#define LIMIT 8
%who fill
//= kernel  fill  cell 2  void (int *)
//=   __global__ void fill(int *p) {
//=     p[threadIdx.x] = twice(threadIdx.x);
//=   }
%who total
//= variable  total  cell 3  int
//=   int total = 3, other = 4;
%who area
//= function  area  cell 4  float (float)
//= function  area  cell 5  double (double)
//=   float area(float r) { return r * r; }
//=   double area(double r) { return r * r; }
%who Circle
//= type  shapes::Circle  cell 6  struct
//=   namespace shapes { struct Circle { float radius; }; }
%who -v LIMIT
//= macro  LIMIT  cell 7
//=   #define LIMIT 8
int total = 5;
%who total
//= variable  total  cell 8  int  version 2
//=   int total = 5;
%who totl
//? error: nothing is called `totl`
//? hint: did you mean `total`?
%who nothing_like_it
//? error: nothing is called `nothing_like_it`
//? hint: `%who` lists what is defined
%who -x
//? error: usage: `%who [NAME|-v|-d NAME]`
%who fill total
//? error: usage: `%who [NAME|-v|-d NAME]`
