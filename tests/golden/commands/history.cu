//# `%history` shows what was typed, failed inputs too.
int x = 1;
int f()
{
  return x;
}
nonsense
%history
%history 2
%history many
