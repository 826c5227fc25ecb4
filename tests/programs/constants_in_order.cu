// Constants whose values are computed get them in the order of the text, between the variables around them.
#include <cstdio>
#include <string>

int level = 2;
int raised = (level = 5);
const int from_level = level + 3;
namespace inner {
const int also = level;
int lowered = (level = 1);
extern "C" const int last = from_level + level;
} // namespace inner
struct Kind {
  static const int code;
};
const int Kind::code = level;
static const std::string text = std::to_string(from_level);
const int row[] = {level, from_level};

int main() {
  bool good = raised == 5 && from_level == 8 && inner::also == 5 && inner::lowered == 1 && inner::last == 9 && Kind::code == 1 && text == "8" && row[0] == 1 &&
              row[1] == 8;
  if (!good)
    printf("%d %d %d %d %d %s %d\n", from_level, inner::also, inner::lowered, inner::last, Kind::code, text.c_str(), row[0]);
  return good ? 0 : 1;
}
