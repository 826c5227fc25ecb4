//# constexpr, consteval and enums of earlier cells are constants in later ones, on host and device.
constexpr int width = 8; constexpr int squared(int x) { return x * x; } enum class Mode { off, on = 4 }; enum { first_level = 1, last_level = 3 };
static_assert(squared(width) == 64);
int grid[squared(2)] = {1, 2, last_level};
grid
//= (int[4]) {1, 2, 3, 0}
__global__ void k(int *out) { int local[width]; for (int i = 0; i < width; ++i) local[i] = squared(i); out[0] = local[width - 1] + (int) Mode::on + last_level; }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(out);
*out
//= (int) 56
Mode::on
//= (Mode) Mode::on
