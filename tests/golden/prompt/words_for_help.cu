//# A line for a shell is told to be one; a name that the session defines comes before the word for help.
!ls
int help = 4;
help
//= (int) 4
