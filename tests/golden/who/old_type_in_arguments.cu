//# The old type may be an argument of the variable's type.
#include <vector>
enum Color { red, green };
std::vector<Color> colors{green};
enum Color { red, blue };
colors.size()
//= (unsigned long) 1
//? note: `colors` is of the `Color` of cell 2, which cell 4 defines anew
%who -v
//= variable  colors  cell 3  std::vector<Color>  of the `Color` of cell 2, which cell 4 defines anew
//= type      Color   cell 4  enum                version 2
%undo 1
//? note: cell 5 is taken back: `colors.size()`
colors.size()
//= (unsigned long) 1
//? note: `colors` is of the `Color` of cell 2, which cell 4 defines anew
