//# A concept defined again constrains what is written from then on.
template <typename T> concept Small = sizeof(T) <= 4;
Small<double>
//= (bool) false
template <typename T> concept Small = sizeof(T) <= 8;
Small<double>
//= (bool) true
