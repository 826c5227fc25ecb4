//# A template that is constrained behind its parameters by a concept that is defined again takes the place of the older one.
template <class T> concept big = sizeof(T) > 4;
template <class T> requires big<T *> int of(T) { return 1; }
template <class T, int N> requires big<T *> int times(T) { return N; }
template <class T> int of(T, ...) { return 0; }
template <class T> concept big = sizeof(T) > 4;
template <class T> requires big<T *> int of(T) { return 2; }
template <class T, int N> requires big<T *> int times(T) { return 10 * N; }
template <class T> int of(T, ...) { return 0; }
of(1) + times<int, 3>(1)
//= (int) 32
