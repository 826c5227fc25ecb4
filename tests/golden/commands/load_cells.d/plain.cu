int from_file = 5;
int function_of_file() { return from_file; }
