//# The marks of Python's and IPython's prompts are known too, and their dots where a cell goes on.
>>> int triple(int x) {
...   return 3 * x;
... }
//? note: prompt marks are taken off, and lines between the cells are passed over as outputs
>>> triple(5)
//= (int) 15
99
In [4]: triple(
   ...: 7)
//= (int) 21
