#include <cstdio>
#include <cstring>
int main(int argc, char *argv[]) { printf("%d: %s\n", argc, argv[1]); return strlen(argv[argc - 1]); }
