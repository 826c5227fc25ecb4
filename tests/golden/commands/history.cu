//# `%history` shows what was typed, failed inputs too.
int x = 1;
int f()
{
  return x;
}
nonsense
//? cell 3:1:1: error: use of undeclared identifier 'nonsense'
//?     1 | nonsense
//?       | ^~~~~~~~
%history
//= 1> int x = 1;
//= 2> int f()
//= {
//=   return x;
//= }
//= 3> nonsense
%history 2
//= 3> nonsense
//= 3> %history
%history many
//? error: usage: `%history [N]`
