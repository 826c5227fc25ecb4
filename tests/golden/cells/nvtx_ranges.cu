//# NVTX's marks and ranges are there for C and C++, keep their values and do nothing: no profiler listens.
//@ devices = ["cpu"]
#include <nvtx3/nvtx3.hpp>
#include <nvtx3/nvToolsExtCudaRt.h>
struct Domain { static constexpr const char *name = "solver"; };
struct Input { static constexpr const char *name = "input"; static constexpr uint32_t id = 7; };
struct Text { static constexpr const wchar_t *message = L"reads"; };
int twice(int x) { NVTX3_FUNC_RANGE(); return 2 * x; }
int thrice(int x) { NVTX3_FUNC_RANGE_IF_IN(Domain, x > 0); return 3 * x; }
twice(4) + thrice(5)
//= (int) 23
nvtx3::event_attributes what{"loop", nvtx3::rgb{1, 2, 3}, nvtx3::payload{2.5}, nvtx3::named_category_in<Domain>::get<Input>()};
what.get()->color
//= (const uint32_t) 4278256131
what.get()->category
//= (const uint32_t) 7
nvtx3::color(nvtx3::argb{16, 0, 0, 255}).get_value()
//= (unsigned int) 268435711
{ nvtx3::scoped_range_in<Domain> range{what}; nvtx3::mark("mark"); nvtx3::mark_in<Domain>(nvtx3::registered_string_in<Domain>::get<Text>()); }
nvtx3::unique_range begun{std::string("named")}; nvtx3::unique_range moved = std::move(begun);
nvtx3::push_range("outer", nvtx3::category{3}); nvtx3::pop_range();
nvtx3::range_handle handle = nvtx3::start_range_in<Domain>(what); nvtx3::end_range_in<Domain>(handle);
bool(handle)
//= (bool) false
