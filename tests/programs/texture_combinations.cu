// Textures against a reference on the host: dimensions, addressing, filters, coordinates and formats, each with each.
#include <cmath>
#include <cstdio>
#include <vector>

#include "cuda_check.h"

constexpr int Width = 7, Height = 5, Depth = 4, Layers = 3, Samples = 96;

enum Shape { Line, Plane, Volume, LayeredPlane };

struct Combination {
  Shape shape;
  cudaTextureAddressMode address;
  cudaTextureFilterMode filter;
  bool parts;
};

template <class T> struct Format;
template <> struct Format<float> { static constexpr bool reads_floats = true; static double value(float v) { return v; } };
template <> struct Format<unsigned char> { static constexpr bool reads_floats = false; static double value(unsigned char v) { return v / 255.0; } };
template <> struct Format<short> { static constexpr bool reads_floats = false; static double value(short v) { return std::fmax(v / 32767.0, -1.0); } };

template <> struct Format<int> { static constexpr bool reads_floats = false; static double value(int v) { return v; } };

template <class R> __global__ void sample(cudaTextureObject_t texture, Shape shape, const float *at, R *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= Samples) return;
  float x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
  if (shape == Line) out[i] = tex1D<R>(texture, x);
  if (shape == Plane) out[i] = tex2D<R>(texture, x, y);
  if (shape == Volume) out[i] = tex3D<R>(texture, x, y, z);
  if (shape == LayeredPlane) out[i] = tex2DLayered<R>(texture, x, y, i % Layers);
}

static int folded(int i, int n, cudaTextureAddressMode mode, bool &inside) {
  if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
  if (mode == cudaAddressModeMirror) {
    int at = ((i % (2 * n)) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : i >= n ? n - 1 : i;
  if (i < 0 || i >= n) inside = false;
  return i;
}

struct Reference {
  Combination how;
  int size[3];
  std::vector<double> values;
  double texel(int x, int y, int z, int slice) const {
    bool inside = true;
    x = folded(x, size[0], how.address, inside), y = folded(y, size[1], how.address, inside), z = folded(z, size[2], how.address, inside);
    return inside ? values[((slice + z) * size[1] + y) * size[0] + x] : 0;
  }
  double at(const float *place, int slice) const {
    double c[3], part[3];
    int low[3];
    for (int d = 0; d < 3; ++d) {
      c[d] = size[d] == 1 ? 0.5 : place[d] * (how.parts ? size[d] : 1.0);
      if (how.filter == cudaFilterModeLinear && size[d] > 1) c[d] -= 0.5;
      low[d] = (int)std::floor(c[d]);
      part[d] = how.filter == cudaFilterModeLinear && size[d] > 1 ? c[d] - low[d] : 0;
    }
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
      double weight = (dx ? part[0] : 1 - part[0]) * (dy ? part[1] : 1 - part[1]) * (dz ? part[2] : 1 - part[2]);
      if (weight > 0) sum += weight * texel(low[0] + dx, low[1] + dy, low[2] + dz, slice);
    }
    return sum;
  }
};

static float random_part() {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0f;
}

// Gives how many samples are wrong.
template <class T, class R> int try_one(const Combination &how, cudaTextureReadMode read) {
  const int height = how.shape == Line ? 1 : Height, depth = how.shape == Volume ? Depth : 1, slices = how.shape == LayeredPlane ? Layers : 1;
  std::vector<T> texels(Width * height * depth * slices);
  Reference reference{how, {Width, height, depth}, {}};
  for (T &texel : texels) {
    texel = Format<T>::reads_floats ? (T)random_part() : (T)(random_part() * 256);
    reference.values.push_back(read == cudaReadModeNormalizedFloat || Format<T>::reads_floats ? Format<T>::value(texel) : (double)texel);
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  cudaExtent extent = make_cudaExtent(Width, how.shape == Line ? 0 : Height, how.shape == Volume ? Depth : how.shape == LayeredPlane ? Layers : 0);
  CHECK(cudaMalloc3DArray(&array, &format, extent, how.shape == LayeredPlane ? cudaArrayLayered : cudaArrayDefault));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), Width * sizeof(T), Width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(Width, height, depth * slices);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  // A GPU mixes a line with what it thinks beyond the border of a plane, if the plane's mode says so.
  const int dimensions = how.shape == Line ? 1 : how.shape == Volume ? 3 : 2;
  for (int i = 0; i < dimensions; ++i) description.addressMode[i] = how.address;
  description.filterMode = how.filter;
  description.readMode = read;
  description.normalizedCoords = how.parts;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));

  float *at;
  R *out;
  CHECK(cudaMallocManaged(&at, 3 * Samples * sizeof(float)));
  CHECK(cudaMallocManaged(&out, Samples * sizeof(R)));
  const int sizes[3] = {Width, Height, Depth};
  for (int i = 0; i < 3 * Samples; ++i) {
    float place = random_part() * 4 - 1.5f;
    at[i] = how.parts ? place : place * sizes[i % 3];
    // Not at the very edge between two texels: there fractions of eight bits may fall to either side.
    float inside = at[i] * (how.parts ? sizes[i % 3] : 1), edge = inside - std::floor(inside);
    if (edge < 0.02f || edge > 0.98f) at[i] += 0.04f / (how.parts ? sizes[i % 3] : 1);
  }
  sample<R><<<1, Samples>>>(texture, how.shape, at, out);
  CHECK(cudaDeviceSynchronize());
  const double allowed = how.filter == cudaFilterModeLinear ? dimensions / 512.0 + 1e-4 : 1e-6;
  int wrong = 0;
  for (int i = 0; i < Samples; ++i) {
    double expected = reference.at(at + 3 * i, how.shape == LayeredPlane ? i % Layers : 0);
    if (std::fabs(expected - (double)out[i]) > allowed && wrong++ == 0)
      std::printf("shape %d address %d filter %d parts %d: at %g %g %g got %g instead of %g\n", how.shape, how.address, how.filter, how.parts, at[3 * i],
                  at[3 * i + 1], at[3 * i + 2], (double)out[i], expected);
  }
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(at));
  CHECK(cudaFree(out));
  return wrong;
}

int main() {
  int combinations = 0, wrong = 0;
  for (Shape shape : {Line, Plane, Volume, LayeredPlane})
    for (bool parts : {false, true})
      for (auto address : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
          if (!parts && (address == cudaAddressModeWrap || address == cudaAddressModeMirror)) continue;
          Combination how{shape, address, filter, parts};
          wrong += try_one<float, float>(how, cudaReadModeElementType);
          wrong += try_one<unsigned char, float>(how, cudaReadModeNormalizedFloat);
          wrong += try_one<short, float>(how, cudaReadModeNormalizedFloat);
          combinations += 3;
          if (filter == cudaFilterModeLinear) continue;
          wrong += try_one<unsigned char, unsigned char>(how, cudaReadModeElementType);
          wrong += try_one<short, short>(how, cudaReadModeElementType);
          wrong += try_one<int, int>(how, cudaReadModeElementType);
          combinations += 3;
        }
  std::printf("%d combinations, %d samples wrong\n", combinations, wrong);
  return wrong != 0;
}
