//# A volatile device variable is shown with the value that the device has (host code's copy was shown); what else is volatile is loaded once, as by any statement.
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
