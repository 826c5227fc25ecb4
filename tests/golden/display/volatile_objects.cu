//# What is volatile is shown as what it is a volatile form of, and a device variable has the device's value then too (host code's copy was shown).
volatile int host = 4;
host
//= (int) 4
volatile __device__ int seen = 3;
seen
//= (int) 3
__global__ void k() { seen = seen + 39; }
k<<<1, 1>>>();
seen
//= (int) 42
struct Bits { volatile unsigned low : 3; };
Bits bits{5};
bits.low
//= (unsigned int) 5
const volatile double half = 0.5;
half
//= (double) 0.5
