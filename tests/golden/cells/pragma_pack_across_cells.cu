//# `#pragma pack(push)` holds for the cells to come, which are not told each time that it is still open.
#pragma pack(push, 1)
struct Packed { char c; int i; };
int x = 1;
sizeof(Packed)
//= (unsigned long) 5
#pragma pack(pop)
struct Loose { char c; int i; };
sizeof(Loose)
//= (unsigned long) 8
