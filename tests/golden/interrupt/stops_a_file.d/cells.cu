int x = 1;
// %%
x = 2;
// %%
while (true) { }
// %%
x = 3;
// %%
x = 4;
