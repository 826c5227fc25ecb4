// Stands in where a toolkit has no cuRAND: clang's wrapper includes this name whatever the program does.
#pragma once
