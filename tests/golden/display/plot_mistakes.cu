//# What cannot be drawn or shown is told, and the session goes on.
#include <vector>
#include <chevron/display.h>
float *none = nullptr, *data; cudaMalloc(&data, 16 * sizeof(float));
chevron::plot(none, 4)
//? error: cell 4: plot: the pointer is null
chevron::plot(data, 17)
//? error: cell 5: plot: the memory ends after 64 bytes, and 68 are asked for
chevron::image(data, 4, 5)
//? error: cell 6: image: the memory ends after 64 bytes, and 80 are asked for
chevron::image(data, 4, 4, 7)
//? error: cell 7: image: 7 channels: 1 (grey or colour map), 2 (grey and alpha), 3 (RGB) and 4 (RGBA) are known
chevron::image(data, -1, 4)
//? error: cell 8: image: a width of 0 and a height of 4 are no image
chevron::image(data, 100000, 100000)
//? error: cell 9: image: 100000 x 100000 pixels are too many to be shown: at most 64 million are
chevron::image(data, 4, 4).map("rainbow")
//? error: cell 10: image: there is no colour map `rainbow`; there are viridis, magma, plasma, turbo, coolwarm, gray, grey
chevron::image(std::vector<unsigned char>(11), 2, 2, 3)
//? error: cell 11: image: it needs 12 numbers, and there are 11
std::vector<int> empty;
chevron::plot(empty)
//? error: cell 13: plot: there is nothing to draw: no value is given
chevron::plot(std::vector<int>{1, 2}, std::vector<int>{1, 2, 3})
//? error: cell 14: plot: there are 2 places and 3 values
chevron::plot(std::vector<float>{NAN, NAN})
//? error: cell 15: plot: none of its values is a finite number
chevron::plot(std::vector<float>{1, NAN, 3, INFINITY}).title("gaps");
chevron::heat_map(std::vector<std::vector<int>>{{1, 2}, {3}})
//? error: cell 17: heat map: its rows have different lengths
chevron::heat_map(std::vector<int>{1, 2, 3}, 2, 2)
//? error: cell 18: heat map: it needs 4 values, and there are 3
chevron::plot(reinterpret_cast<float *>(64), 4)
//? error: cell 19: plot: the memory at 0x40 cannot be read for 16 bytes
chevron::plot()
//? error: cell 20: plot: it has no series: add one with `line`, `scatter` or `histogram`
chevron::table(empty)
//= an empty table
chevron::png(data, 0)
//= <image/png, 0 bytes>
"still here"
//= (const char[11]) "still here"
