// %%
%load inner.cu
// %%
wrong_in_outer
