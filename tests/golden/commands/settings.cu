//# Settings show themselves and change with their commands; the session takes the command line's flags.
//@ flags = ["-DGIVEN=7", "-std=c++17", "-O0"]
//@ devices = ["cpu"]
GIVEN
//= (int) 7
__cplusplus
//= (long) 201703
%flags
//= compiler    -std=c++17 -O0 -DGIVEN=7
//= libraries   none
//= device      cpu
//= sync        on
//= checkpoint  auto
//= faults      brief
//= strict      on
//= sanitize    off
%sync
//= sync is on
%sync off
%sync
//= sync is off
%sync maybe
//? error: usage: `%sync [on|off]`
