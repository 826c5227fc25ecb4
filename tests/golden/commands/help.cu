//# `%help` explains a command; the list of all is made from the same table.
%help load
%help %time
%help nonsense
