//# An enum defined again takes its name and its enumerators.
enum Color { red, green };
int old() { return green; }
enum Color { green = 7, blue };
old()
//= (int) 1
int(green) + blue
//= (int) 15
