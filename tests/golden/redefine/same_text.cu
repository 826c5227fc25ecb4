//# A variable defined again with the same text begins with its initial value.
int x = 5;
x = 7;
int x = 5;
x
//= (int) 5
