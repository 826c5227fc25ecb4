//# A line for a shell is told to be one; a name that the session defines comes before the word for help.
!ls
//? error: a line that begins with `!` is for a shell, and Chevron runs none
//? hint: `system("...");` in a cell runs a command of the system
int help = 4;
help
//= (int) 4
