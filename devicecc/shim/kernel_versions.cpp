#include "kernel_versions.h"

namespace chv {

void KernelVersions::add(const Kernel &Made) {
  Kernel Kept = Made;
  Kept.Code.Bitcode.clear();
  Kept.Code.Sites.clear();
  std::vector<Kernel> &List = Versions[Made.Symbol];
  if (!List.empty() && List.back().Cell == Made.Cell)
    List.pop_back();
  link(Made);
  List.push_back(std::move(Kept));
}

void KernelVersions::link(const Kernel &Made) {
  for (const std::string &Symbol : Made.Code.Uses)
    Users[Symbol].insert(Made.Symbol);
}

std::vector<Kernel> KernelVersions::dependents(llvm::ArrayRef<std::string> Symbols, unsigned Cell) const {
  llvm::StringSet<> Seen;
  std::vector<Kernel> Found;
  for (const std::string &Symbol : Symbols) {
    auto Known = Users.find(Symbol);
    if (Known == Users.end())
      continue;
    for (const auto &User : Known->second) {
      auto Entry = Versions.find(User.getKey());
      if (Entry == Versions.end() || Entry->second.back().Cell == Cell || !Seen.insert(User.getKey()).second)
        continue;
      if (llvm::is_contained(Entry->second.back().Code.Uses, Symbol))
        Found.push_back(Entry->second.back());
      else
        Seen.erase(User.getKey());
    }
  }
  llvm::sort(Found, [](const Kernel &A, const Kernel &B) { return A.Symbol < B.Symbol; });
  return Found;
}

std::vector<Kernel> KernelVersions::truncate(unsigned FirstCell) {
  std::vector<Kernel> Back;
  std::vector<std::string> Gone;
  for (auto &Entry : Versions) {
    std::vector<Kernel> &List = Entry.second;
    if (List.back().Cell < FirstCell)
      continue;
    while (!List.empty() && List.back().Cell >= FirstCell)
      List.pop_back();
    if (List.empty())
      Gone.push_back(Entry.getKey().str());
    else
      Back.push_back(List.back());
  }
  for (const std::string &Symbol : Gone)
    Versions.erase(Symbol);
  llvm::sort(Back, [](const Kernel &A, const Kernel &B) { return A.Symbol < B.Symbol; });
  return Back;
}

} // namespace chv
