//# Images of host and device memory, by kinds of pixels.
#include <vector>
#include <chevron/display.h>
unsigned char checks[4][8]; for (int y = 0; y < 4; ++y) for (int x = 0; x < 8; ++x) checks[y][x] = (x + y) % 2 * 255;
chevron::image(checks)
//=   ██  ██  ██  ██
//= ██  ██  ██  ██
//=   ██  ██  ██  ██
//= ██  ██  ██  ██
//= image of 8 x 4 pixels, grey
float slope[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
chevron::image(slope).map("gray")
//=     ░░▒▒
//= ▒▒▓▓████
//= image of 4 x 2 pixels, float, gray
chevron::image(slope).map("gray").range(0, 100)
//=
//=
//= image of 4 x 2 pixels, float, gray
__global__ void shade(uchar4 *out, int w) { out[blockIdx.x * w + threadIdx.x] = make_uchar4(threadIdx.x * 40, threadIdx.x * 40, threadIdx.x * 40, 255); }
uchar4 *pixels; cudaMalloc(&pixels, 6 * 3 * sizeof(uchar4)); shade<<<3, 6>>>(pixels, 6);
chevron::image(pixels, 6, 3)
//=     ░░▒▒▓▓▓▓
//=     ░░▒▒▓▓▓▓
//=     ░░▒▒▓▓▓▓
//= image of 6 x 3 pixels, RGBA
chevron::display(chevron::image(std::vector<float>{0, 0, 0, 1, 1, 1}, 2, 1, 3));
//=   ██
//= image of 2 x 1 pixels, RGB
chevron::image(std::vector<double>{1, 2, 3, 4}, 2, 2).map("gray")
//=   ░░
//= ▓▓██
//= image of 2 x 2 pixels, float, gray
chevron::image(std::vector<unsigned char>(64 * 64, 200), 64, 64).map("viridis");
