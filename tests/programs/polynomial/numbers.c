/* C that is no C++: `class` is a name, and memory needs no cast. */
#include <stdlib.h>
#include <string.h>

static int calls;

int read_numbers(const char *text, double *into, int room) {
  int class = 0;
  char *copy = malloc(strlen(text) + 1);
  ++calls;
  strcpy(copy, text);
  for (char *word = strtok(copy, " "); word && class < room; word = strtok(NULL, " ")) into[class++] = atof(word);
  free(copy);
  return class;
}

int calls_of_reader(void) { return calls; }
