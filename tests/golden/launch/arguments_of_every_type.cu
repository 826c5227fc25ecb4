//# Arguments of every size and alignment arrive as they were given: bool, char, short, double, vectors, large structs by value, references to none.
//@ hip = true
struct Big { char tag; double values[20]; short last; };
struct Empty {};
enum class Kind : unsigned char { first = 3 };
__global__ void take(bool b, char c, short s, float f, double d, long long l, float4 v, uchar3 u, Big big, Empty, Kind kind, int *out, const char *text) {
  out[0] = b; out[1] = c; out[2] = s; out[3] = f * 100; out[4] = d * 1000; out[5] = l >> 32; out[6] = v.x + 10 * v.w; out[7] = u.x + u.y + u.z;
  out[8] = big.tag; out[9] = big.values[19]; out[10] = big.last; out[11] = (int)kind; out[12] = text[1];
}
int *out; cudaMallocManaged(&out, 64); Big big = {'t', {}, -9}; big.values[19] = 190; char *text; cudaMallocManaged(&text, 4); text[1] = 'x';
take<<<1, 1>>>(true, 'c', -2, 0.25f, 1.5, 5ll << 32, make_float4(1, 2, 3, 4), make_uchar3(10, 20, 30), big, {}, Kind::first, out, text);
for (int i = 0; i < 13; ++i) printf("%d ", out[i]);
//= 1 99 -2 25 1500 5 41 60 116 190 -9 3 120
