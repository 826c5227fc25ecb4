#include "device/code_image.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace chv {

static ImageReader Reader = nullptr;

void readImagesBy(ImageReader Given) { Reader = Given; }

Expected<std::shared_ptr<const CodeImage>> readImage(StringRef Path, MemoryBufferRef File, StringRef Target) {
  if (!Reader)
    return createStringError("it is no bitcode, and this process reads no code objects");
  auto Told = Reader(File.getBuffer(), Target);
  if (!Told)
    return Told.takeError();
  auto Made = std::make_shared<CodeImage>();
  Made->Path = Path.str();
  if (!Target.empty())
    Made->Bytes = File.getBuffer().str();
  SmallVector<StringRef, 0> Lines;
  StringRef(*Told).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    auto [Symbol, Sizes] = Line.split('\t');
    auto &Parameters = Made->Kernels[Symbol];
    if (Sizes == "?")
      continue;
    Parameters.emplace();
    SmallVector<StringRef, 8> Words;
    Sizes.split(Words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef Word : Words)
      if (uint64_t Bytes; !Word.getAsInteger(10, Bytes))
        Parameters->push_back(Bytes);
  }
  return std::shared_ptr<const CodeImage>(std::move(Made));
}

template <typename Sizes> static std::string listed(const Sizes &Of) {
  if (Of.empty())
    return "no parameters";
  std::string Text = Of.size() == 1 ? "a parameter of " : "parameters of ";
  ListSeparator Comma(", ");
  for (uint64_t Bytes : Of)
    Text += (StringRef(Comma) + std::to_string(Bytes)).str();
  return Text + " bytes";
}

std::string CodeImage::mistakeIn(StringRef Kernel, ArrayRef<uint32_t> ParamBytes) const {
  auto Found = Kernels.find(Kernel);
  if (Found == Kernels.end() || !Found->second || equal(*Found->second, ParamBytes))
    return "";
  return "`" + demangle(Kernel) + "` is declared with " + listed(ParamBytes) + ", and `" + Path + "` has it with " + listed(*Found->second);
}

} // namespace chv
