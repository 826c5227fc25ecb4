//# 3D memory: extents in bytes, rows and slices; a box is copied out of the middle.
//@ hip = true
cudaPitchedPtr box; cudaMalloc3D(&box, make_cudaExtent(4 * sizeof(int), 3, 2));
printf("%zu %zu\n", box.xsize, box.ysize);
//= 16 3
int in[2][3][4], out[2][2][2] = {}; for (int i = 0; i < 24; ++i) (&in[0][0][0])[i] = i;
cudaMemcpy3DParms p = {}; p.srcPtr = make_cudaPitchedPtr(in, 16, 4, 3); p.dstPtr = box; p.extent = make_cudaExtent(16, 3, 2); p.kind = cudaMemcpyHostToDevice;
cudaMemcpy3D(&p)
//= (cudaError_t) cudaSuccess
cudaMemcpy3DParms q = {}; q.srcPtr = box; q.srcPos = make_cudaPos(8, 1, 0); q.dstPtr = make_cudaPitchedPtr(out, 8, 2, 2); q.extent = make_cudaExtent(8, 2, 2); q.kind = cudaMemcpyDeviceToHost;
cudaMemcpy3D(&q)
//= (cudaError_t) cudaSuccess
for (int i = 0; i < 8; ++i) printf("%d ", (&out[0][0][0])[i]);
//= 6 7 10 11 18 19 22 23
