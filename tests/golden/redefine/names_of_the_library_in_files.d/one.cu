int tmpfile();
extern "C" int remove(int);
extern int rename;
extern "C" int tmpnam;
int main() { return 1000 * tmpfile() + 100 * remove(1) + 10 * rename + tmpnam; }
