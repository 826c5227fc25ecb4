// %%
size
// %%
wrong_in_inner
