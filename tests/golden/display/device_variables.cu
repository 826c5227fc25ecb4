//# A device variable at the prompt is shown as devices have it, not as host code's own copy.
__device__ int number = 7;
__constant__ float list[3] = {1, 2, 3};
struct Pair { int first; float2 second; };
__device__ Pair pair = {1, {2, 3}};
__device__ int zero;
number
//= (int) 7
list
//= (float[3]) {1, 2, 3}
list[1]
//= (float) 2.0f
pair
//= (Pair) {first: 1, second: {x: 2, y: 3}}
pair.second
//= (float2) (2, 3)
zero
//= (int) 0
__global__ void change() { number = 8; pair.second.y = 30; zero = -1; }
change<<<1, 1>>>(); number
//= (int) 8
pair
//= (Pair) {first: 1, second: {x: 2, y: 30}}
zero
//= (int) -1
float other[3] = {4, 5, 6};
cudaMemcpyToSymbol(list, other, sizeof list);
list
//= (float[3]) {4, 5, 6}
&number == &number
//= (bool) true
__managed__ int both = 5;
both
//= (int) 5
