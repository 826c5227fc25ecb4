const int limit = 48;
