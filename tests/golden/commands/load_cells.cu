//# A file with `// %%` marks is loaded cell by cell, its commands run; one without marks and `main` is one cell.
%load session.cu
second
%load plain.cu
function_of_file()
