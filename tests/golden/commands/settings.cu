//# Settings show themselves and change with their commands; the session takes the command line's flags.
//@ flags = ["-DGIVEN=7", "-std=c++17", "-O0"]
GIVEN
__cplusplus
%flags
%sync
%sync off
%sync
%sync maybe
