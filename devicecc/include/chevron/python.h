// Arrays and values that go between Python and a session: what `%%chevron -i a -o b` in a Python notebook is made of.
//
//   chevron::array<float, 2> a;      // as NumPy gave it, in memory that host code and kernels reach
//   k<<<blocks, threads>>>(a, a.size());
//   a(row, column) = 1;
#pragma once

#include <array>
#include <complex>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace chevron {

/// An array of rows, as C lays them out. It is a view: copies are of the same elements, and a kernel can take one by value. The session keeps the memory
/// until Python gives another array of the same name.
template <class _Tp, int _Dimensions> struct array {
  _Tp *__elements = nullptr;
  long __extents[_Dimensions > 0 ? _Dimensions : 1] = {};

  /// So that it stands where a kernel or a call takes a pointer.
  __host__ __device__ operator _Tp *() const { return __elements; }
  __host__ __device__ _Tp *data() const { return __elements; }
  __host__ __device__ _Tp *begin() const { return __elements; }
  __host__ __device__ _Tp *end() const { return __elements + size(); }
  /// Elements along a dimension.
  __host__ __device__ long shape(int __dimension) const { return __extents[__dimension]; }
  /// All elements.
  __host__ __device__ long size() const {
    long __count = 1;
    for (int __i = 0; __i < _Dimensions; ++__i)
      __count *= __extents[__i];
    return __count;
  }
  /// The element at so many indices as there are dimensions.
  template <class... _Index> __host__ __device__ _Tp &operator()(_Index... __at) const {
    static_assert(sizeof...(_Index) == _Dimensions, "an index for each dimension");
    const long __indices[] = {static_cast<long>(__at)...};
    long __place = 0;
    for (int __i = 0; __i < _Dimensions; ++__i)
      __place = __place * __extents[__i] + __indices[__i];
    return __elements[__place];
  }
};

struct __python_memory {
  void *__address = nullptr;
  std::size_t __bytes = 0;
};

/// Memory of the arrays that came from Python, by their names.
inline std::map<std::string, __python_memory> __python_arrays;

inline void __python_check(cudaError_t __error, const char *__doing) {
  if (__error != cudaSuccess)
    throw std::runtime_error(std::string(__doing) + ": " + cudaGetErrorString(__error));
}

/// The memory of a name: the same as before if so many bytes were there, so that pointers to it stay good.
inline void *__python_allocate(const char *__name, std::size_t __bytes) {
  __python_memory &__memory = __python_arrays[__name];
  if (__memory.__address && __memory.__bytes == __bytes) {
    __python_check(cudaDeviceSynchronize(), "waiting for kernels");
    return __memory.__address;
  }
  if (__memory.__address)
    __python_check(cudaFree(__memory.__address), "freeing an array of Python's");
  __memory = {};
  __python_check(cudaMallocManaged(&__memory.__address, __bytes ? __bytes : 1), "allocating an array for Python");
  __memory.__bytes = __bytes;
  return __memory.__address;
}

struct __python_file {
  std::FILE *__stream;
  std::string __path;
  __python_file(const char *__where, const char *__mode) : __stream(std::fopen(__where, __mode)), __path(__where) {
    if (!__stream)
      throw std::runtime_error("cannot open `" + __path + "`, through which Python exchanges arrays");
  }
  ~__python_file() {
    if (__stream)
      std::fclose(__stream);
  }
  void __write(const void *__from, std::size_t __bytes) {
    if (std::fwrite(__from, 1, __bytes, __stream) != __bytes)
      throw std::runtime_error("cannot write `" + __path + "`, through which Python exchanges arrays");
  }
};

/// An array that Python has written into a file.
template <class _Tp, int _Dimensions>
array<_Tp, _Dimensions> __from_python(const char *__name, const char *__path, std::initializer_list<long> __extents) {
  array<_Tp, _Dimensions> __result;
  int __dimension = 0;
  for (long __extent : __extents)
    __result.__extents[__dimension++] = __extent;
  const std::size_t __bytes = __result.size() * sizeof(_Tp);
  __result.__elements = static_cast<_Tp *>(__python_allocate(__name, __bytes));
  __python_file __file(__path, "rb");
  if (std::fread(static_cast<void *>(__result.__elements), 1, __bytes, __file.__stream) != __bytes)
    throw std::runtime_error(std::string("the array `") + __name + "` did not arrive whole");
  return __result;
}

/// How NumPy names a type; empty if it has none.
template <class _Tp> struct __numpy_type {
  static std::string __name() {
    const std::string __size = std::to_string(sizeof(_Tp));
    if constexpr (std::is_same_v<_Tp, bool>)
      return "|b1";
    else if constexpr (std::is_same_v<_Tp, long double>)
      return "";
    else if constexpr (std::is_floating_point_v<_Tp>)
      return "<f" + __size;
    else if constexpr (std::is_integral_v<_Tp>)
      return (std::is_signed_v<_Tp> ? "<i" : "<u") + __size;
    else if constexpr (std::is_enum_v<_Tp>)
      return __numpy_type<std::underlying_type_t<_Tp>>::__name();
    else if constexpr (std::is_same_v<_Tp, __half>)
      return "<f2";
    else if constexpr (std::is_same_v<_Tp, std::complex<float>> || std::is_same_v<_Tp, float2>)
      return "<c8";
    else if constexpr (std::is_same_v<_Tp, std::complex<double>> || std::is_same_v<_Tp, double2>)
      return "<c16";
    else
      return "";
  }
};

/// What a value is for NumPy: its extents, its elements' type, and how they are written.
template <class _Tp> struct __numpy_value {
  using __element = _Tp;
  static void __shape(const _Tp &, std::vector<long> &) {}
  static void __write(const _Tp &__value, __python_file &__file) { __file.__write(&__value, sizeof __value); }
};

template <class _Range> void __numpy_rows(const _Range &__range, long __count, std::vector<long> &__extents) {
  using __row = std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(__range))>>;
  __extents.push_back(__count);
  std::vector<long> __inner;
  bool __first = true;
  for (const auto &__one : __range) {
    std::vector<long> __of_this;
    __numpy_value<__row>::__shape(__one, __of_this);
    if (!__first && __of_this != __inner)
      throw std::runtime_error("rows of different lengths are no array: Python cannot get this value");
    __inner = __of_this;
    __first = false;
  }
  __extents.insert(__extents.end(), __inner.begin(), __inner.end());
}

template <class _Tp, class _Allocator> struct __numpy_value<std::vector<_Tp, _Allocator>> {
  using __element = typename __numpy_value<_Tp>::__element;
  static void __shape(const std::vector<_Tp, _Allocator> &__value, std::vector<long> &__extents) {
    __numpy_rows(__value, static_cast<long>(__value.size()), __extents);
  }
  static void __write(const std::vector<_Tp, _Allocator> &__value, __python_file &__file) {
    for (const _Tp &__one : __value)
      __numpy_value<_Tp>::__write(__one, __file);
  }
};

template <class _Tp, std::size_t _Count> struct __numpy_value<std::array<_Tp, _Count>> {
  using __element = typename __numpy_value<_Tp>::__element;
  static void __shape(const std::array<_Tp, _Count> &__value, std::vector<long> &__extents) {
    __numpy_rows(__value, static_cast<long>(_Count), __extents);
  }
  static void __write(const std::array<_Tp, _Count> &__value, __python_file &__file) {
    for (const _Tp &__one : __value)
      __numpy_value<_Tp>::__write(__one, __file);
  }
};

template <class _Tp, std::size_t _Count> struct __numpy_value<_Tp[_Count]> {
  using __element = typename __numpy_value<_Tp>::__element;
  static void __shape(const _Tp (&__value)[_Count], std::vector<long> &__extents) {
    __numpy_rows(__value, static_cast<long>(_Count), __extents);
  }
  static void __write(const _Tp (&__value)[_Count], __python_file &__file) {
    for (const _Tp &__one : __value)
      __numpy_value<_Tp>::__write(__one, __file);
  }
};

template <class _Tp, int _Dimensions> struct __numpy_value<array<_Tp, _Dimensions>> {
  using __element = _Tp;
  static void __shape(const array<_Tp, _Dimensions> &__value, std::vector<long> &__extents) {
    for (int __i = 0; __i < _Dimensions; ++__i)
      __extents.push_back(__value.shape(__i));
  }
  static void __write(const array<_Tp, _Dimensions> &__value, __python_file &__file) {
    __file.__write(__value.data(), __value.size() * sizeof(_Tp));
  }
};

/// The head of a file of one array, as NumPy's format 1.0 has it (numpy.lib.format): magic, version, length, a dictionary.
inline void __numpy_head(__python_file &__file, const std::string &__type, const std::vector<long> &__extents) {
  std::string __head = "{'descr': '" + __type + "', 'fortran_order': False, 'shape': (";
  for (long __extent : __extents)
    __head += std::to_string(__extent) + ",";
  __head += "), }";
  while ((__head.size() + 11) % 64)
    __head += ' ';
  __head += '\n';
  const unsigned char __start[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<unsigned char>(__head.size() & 255),
                                   static_cast<unsigned char>(__head.size() >> 8)};
  __file.__write(__start, sizeof __start);
  __file.__write(__head.data(), __head.size());
}

/// Writes a value for Python, when all kernels have ended.
template <class _Tp> void __to_python(const char *__path, const _Tp &__value) {
  __python_check(cudaDeviceSynchronize(), "waiting for kernels");
  using __type = __numpy_value<_Tp>;
  static_assert(!std::is_pointer_v<_Tp>,
                "how many elements it points to is not known: say it as in `-o p[100]`, or `-o p[rows][columns]`");
  const std::string __name = __numpy_type<typename __type::__element>::__name();
  if (__name.empty())
    throw std::runtime_error("Python has no type for this value: numbers, texts, and arrays and vectors of numbers can go there");
  std::vector<long> __extents;
  __type::__shape(__value, __extents);
  __python_file __file(__path, "wb");
  __numpy_head(__file, __name, __extents);
  __type::__write(__value, __file);
}

/// A text goes as one element of so many bytes of no type.
inline void __to_python(const char *__path, const std::string &__value) {
  __python_file __file(__path, "wb");
  const std::vector<long> __none = {0};
  __numpy_head(__file, __value.empty() ? "|S1" : "|V" + std::to_string(__value.size()), __value.empty() ? __none : std::vector<long>());
  __file.__write(__value.data(), __value.size());
}

/// Writes what a pointer points to, on the host or a device, for Python.
template <class _Tp> void __to_python(const char *__path, const _Tp *__pointer, std::initializer_list<long> __extents) {
  std::size_t __count = 1;
  for (long __extent : __extents)
    __count *= __extent;
  std::vector<std::remove_cv_t<_Tp>> __copy(__count);
  __python_check(cudaDeviceSynchronize(), "waiting for kernels");
  __python_check(cudaMemcpy(__copy.data(), __pointer, __count * sizeof(_Tp), cudaMemcpyDefault), "copying to Python");
  const std::string __name = __numpy_type<std::remove_cv_t<_Tp>>::__name();
  if (__name.empty())
    throw std::runtime_error("Python has no type for these elements");
  __python_file __file(__path, "wb");
  __numpy_head(__file, __name, __extents);
  __file.__write(__copy.data(), __count * sizeof(_Tp));
}

}  // namespace chevron
