#include "device/kernel_versions.h"
#include "llvm/Demangle/Demangle.h"

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

static void sortBySymbol(std::vector<Kernel> &Kernels) {
  llvm::sort(Kernels, [](const Kernel &A, const Kernel &B) { return A.Symbol < B.Symbol; });
}

void KernelVersions::addUsers(llvm::StringRef Symbol, llvm::StringSet<> &Seen, std::vector<Kernel> &Found) const {
  auto Known = Users.find(Symbol);
  if (Known == Users.end())
    return;
  for (const auto &User : Known->second) {
    auto Entry = Versions.find(User.getKey());
    // An older version may have used it.
    if (Entry != Versions.end() && llvm::is_contained(Entry->second.back().Code.Uses, Symbol) && Seen.insert(User.getKey()).second)
      Found.push_back(Entry->second.back());
  }
}

std::vector<Kernel> KernelVersions::dependents(llvm::ArrayRef<std::string> Symbols, unsigned Cell) const {
  llvm::StringSet<> Seen;
  std::vector<Kernel> Found;
  for (const std::string &Symbol : Symbols)
    addUsers(Symbol, Seen, Found);
  llvm::erase_if(Found, [Cell](const Kernel &Entry) { return Entry.Cell == Cell; });
  sortBySymbol(Found);
  return Found;
}

// `ns::twice` of `_ZN2ns5twiceIfEET_S1_`.
static std::string qualifiedName(const std::string &Symbol) {
  llvm::ItaniumPartialDemangler Parts;
  if (Parts.partialDemangle(Symbol.c_str()) || !Parts.isFunction())
    return Symbol;
  auto Text = [](char *Made) {
    std::string Copy = Made ? Made : "";
    std::free(Made);
    return Copy;
  };
  std::string Context = Text(Parts.getFunctionDeclContextName(nullptr, nullptr));
  std::string Name = Text(Parts.getFunctionBaseName(nullptr, nullptr));
  return Context.empty() ? Name : Context + "::" + Name;
}

std::vector<Kernel> KernelVersions::usersOf(llvm::StringRef Symbol, llvm::StringRef Name) const {
  llvm::StringSet<> Seen;
  std::vector<Kernel> Found;
  if (!Symbol.empty())
    addUsers(Symbol, Seen, Found);
  else
    for (const auto &Used : Users)
      if (qualifiedName(Used.getKey().str()) == Name)
        addUsers(Used.getKey(), Seen, Found);
  llvm::erase_if(Found, [](const Kernel &Entry) { return !Entry.Functions.empty(); });
  sortBySymbol(Found);
  return Found;
}

unsigned KernelVersions::maxThreads(llvm::StringRef Symbol) const {
  auto Found = Versions.find(Symbol);
  return Found == Versions.end() ? 0 : Found->second.back().MaxThreads;
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
  sortBySymbol(Back);
  return Back;
}

void KernelVersions::drop(const llvm::DenseSet<unsigned> &Cells) {
  for (auto &Entry : Versions) {
    std::vector<Kernel> &List = Entry.second;
    auto Older = llvm::make_range(List.begin(), std::prev(List.end()));
    List.erase(llvm::remove_if(Older, [&](const Kernel &Version) { return Cells.contains(Version.Cell); }), std::prev(List.end()));
  }
}

} // namespace chv
