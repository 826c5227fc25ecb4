//# What lies past the end of an allocation is no number, so that a sum over too many elements shows; a text without its end ends there.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void sum(const float *x, int n, float *out) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; *out = s; }
float *x, *out; cudaMallocManaged(&x, 5 * sizeof(float)); cudaMallocManaged(&out, sizeof(float));
for (int i = 0; i < 5; i++) x[i] = 1;
sum<<<1, 1>>>(x, 5, out);
*out
//= (float) 5.0f
sum<<<1, 1>>>(x, 6, out);
isnan(*out)
//= (bool) true
char *text; cudaMallocManaged(&text, 5); memcpy(text, "abcde", 5);
printf("%s\n", text);
//= abcde
