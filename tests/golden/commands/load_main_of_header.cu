//# A `main` that stands in an included file is called with its arguments too.
%load tool.cu alpha beta!
//= 3: alpha
//= (int) 5
