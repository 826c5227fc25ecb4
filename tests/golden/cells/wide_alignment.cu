//# A variable may be aligned to more than a page.
alignas(1 << 16) char wide[3] = {1, 2, 3};
(unsigned long)wide % (1 << 16) + wide[2]
//= (unsigned long) 3
