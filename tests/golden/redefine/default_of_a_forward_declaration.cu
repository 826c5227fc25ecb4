//# A class template whose default argument has changed where it is only declared is another one, though its definition in the same text is written as before.
template <class T, int K = 6> struct B; template <class T, int K> struct B { static constexpr int value = K; };
B<int> old;
template <class T, int K = 6> struct B; template <class T, int K> struct B { static constexpr int value = K; };
B<int> same = old; B<int>::value
//= (const int) 6
template <class T, int K = 7> struct B; template <class T, int K> struct B { static constexpr int value = K; };
B<int>::value
//= (const int) 7
