// The compilation of one cell: its host half and its device half, made beside each other. Both are committed, or neither.
#pragma once
#include "session/cell_result.h"
#include "session/session_asts.h"
#include <optional>

namespace chv {

class CellCompilation {
public:
  // `Helper` makes the host half of a cell that concerns both sides, while this thread makes the device half, which takes longer.
  CellCompilation(SessionAsts &Asts, ClosureCutting &Cutting, SecondThread &Helper, unsigned Unit)
      : Asts(Asts), Cutting(Cutting), Helper(Helper), Unit(Unit) {}

  // Compiles the cell, once, and adds it to the ASTs if it is accepted. False: clang crashed, and the cell has changed nothing.
  bool run(CellText Cell);
  // What has come of it.
  CellResult take() { return std::move(Result); }

private:
  struct HostHalf {
    bool Read = false;     // the host side takes the text
    bool OnDevice = false; // it concerns the device side
    bool Generated = false, Good = false;
    HostModule Module;
    uint64_t Ns = 0;
    std::optional<std::string> Crash; // clang's last words, if it crashed
  };
  struct DeviceHalf {
    bool Parsed = false, Good = false;
    CellResult Part; // what the device side knows of the cell, or says against it
    std::optional<std::string> Crash; // clang's last words, if it crashed
  };

  void compile(CellText Cell);
  void abandon(unsigned Number);
  bool awaitDevice();
  void describe(const CellText &Cell, bool OnDevice);
  void commit(CellText Cell, HostHalf OfHost, std::optional<DeviceHalf> OfDevice);

  // The host half.
  bool parseHost(CellText &Cell);
  HostHalf readHost(CellText &Cell, bool Beside);
  void generateHost(HostHalf &Made);
  void startHost(std::function<HostHalf()> Make);
  HostHalf takeHost();

  // The device half (device_half.cpp).
  DeviceHalf readDevice(const CellText &Cell);
  DeviceHalf generateDevice(const CellText &Cell);
  bool commitDevice(unsigned Number, CellResult &Part);
  bool cutInitializers(CellResult &Part);
  // Libraries of device code (cell_libraries.cpp).
  std::string giveToLibraries(llvm::Module &Cell, llvm::ArrayRef<std::unique_ptr<llvm::Module>> Taken);
  std::string giveToImages(unsigned Number, llvm::Module &Cell, llvm::ArrayRef<Kernel> Kernels);
  void addVariables(llvm::ArrayRef<std::unique_ptr<llvm::Module>> Taken, std::vector<Variable> &Variables);
  bool runsHere(CellResult &Part);
  void dropDevice(unsigned Number, const DeviceHalf &Made);
  void addDevice(DeviceHalf Made);

  SessionAsts &Asts;
  ClosureCutting &Cutting;
  SecondThread &Helper;
  const unsigned Unit; // 0 but for a file of a program of several
  CellText HostText;   // what the helper reads, and has noted of it
  HostHalf HostMade;   // what it has made
  CellResult Result;
};

} // namespace chv
