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
//= int x = 1;
//= int f()
//= {
//=   return x;
//= }
//= nonsense
%history 2
//= nonsense
//= %history
%history many
//? error: usage: `%history [N]`
