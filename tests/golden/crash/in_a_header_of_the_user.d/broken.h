namespace broken {
inline int run(int good) {
  int value = 8;
  int *p = good ? &value : nullptr;
  return *p;
}
}
