// The heap string of the C border.
#pragma once
#include <string>

struct chv_text {
  std::string Text;
};
