//# Cells of one file are not each other's older text: an overload in a later one leaves the earlier one.
system("printf '// %%%% one\\nint f(int) { return 1; }\\n// %%%% two\\nint f(long) { return 2; }\\n' > cells.cu");
%load cells.cu
f(1) * 10 + f(1l)
//= (int) 12
%load cells.cu
f(1) * 10 + f(1l)
//= (int) 12
