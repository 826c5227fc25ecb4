//# A name of the library that a file had taken is the library's again when the file has it no more.
system("echo 'float y1 = 2; int index(int x) { return x; }' > lib.cu");
%load lib.cu
y1 + index(1)
//= (float) 3.0f
system("echo 'int other = 3;' > lib.cu");
%load lib.cu
y1(0.0) < -1e300
//= (bool) true
index("abc", 'c') != nullptr
//= (bool) true
system("echo 'float y1 = 4;' > lib.cu");
%load lib.cu
y1
//= (float) 4.0f
