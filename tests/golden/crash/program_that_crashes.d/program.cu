#include <cstdio>

static int parse(const char *text) {
  return text[0] - '0';
}

int main(int argc, char **argv) {
  return parse(argv ? argv[1] : nullptr);
}
