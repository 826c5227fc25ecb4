#include "ptx/ptx_instructions.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace chv::ptx {

Handler handlerOf(StringRef Name) {
  static const StringMap<Handler> Handlers = {
      {"mov", &move},          {"add", &addOrSubtract},  {"addc", &addOrSubtract}, {"sub", &addOrSubtract},
      {"subc", &addOrSubtract}, {"mul", &multiply},      {"mad", &multiply},       {"madc", &multiply},
      {"div", &divide},        {"rem", &divide},         {"and", &logic},          {"or", &logic},
      {"xor", &logic},         {"not", &invert},         {"cnot", &invert},        {"shl", &shift},
      {"shr", &shift},         {"shf", &funnelShift},    {"lop3", &logicOfThree},  {"prmt", &permuteBytes},
      {"bfe", &extractField},  {"bfi", &insertField},    {"popc", &countBits},     {"clz", &countBits},
      {"brev", &countBits},    {"bfind", &findBit},      {"min", &smallest},       {"max", &smallest},
      {"abs", &magnitude},     {"neg", &magnitude},      {"sad", &absoluteDifference},
      {"vabsdiff4", &bytesDifference}, {"dp4a", &dotProduct}, {"selp", &select},   {"setp", &compare},
      {"fma", &fused},         {"rcp", &special},        {"sqrt", &special},       {"rsqrt", &special},
      {"ex2", &special},       {"lg2", &special},        {"sin", &special},        {"cos", &special},
      {"tanh", &special},      {"cvt", &convert},        {"copysign", &smallest},  {"ld", &load},
      {"ldu", &load},          {"st", &store},           {"atom", &atomic},        {"red", &atomic},
      {"membar", &fence},      {"fence", &fence},        {"prefetch", &nothing},   {"prefetchu", &nothing},
      {"applypriority", &nothing}, {"cvta", &addressOf}, {"isspacep", &isShared},  {"shfl", &shuffle},
      {"vote", &vote},         {"bar", &barrier},        {"barrier", &barrier},    {"redux", &reduceLanes},
      {"activemask", &activeLanes}, {"nanosleep", &sleep}, {"trap", &trap},        {"bra", [](PtxStatement &S) { S.branch(); }},
  };
  auto Found = Handlers.find(Name);
  return Found == Handlers.end() ? nullptr : Found->second;
}

} // namespace chv::ptx
