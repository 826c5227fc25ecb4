//# What a texture cannot be made of is an error, and a description can be asked for.
cudaResourceDesc what = {}; cudaTextureDesc how = {}; cudaTextureObject_t texture; float *f; cudaMalloc(&f, 64);
what.resType = cudaResourceTypeLinear; what.res.linear.desc = cudaCreateChannelDesc<int>(); what.res.linear.sizeInBytes = 64;
cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaErrorInvalidValue
what.res.linear.devPtr = f; cudaCreateTextureObject(&texture, &what, nullptr, nullptr)
//= (cudaError_t) cudaErrorInvalidResourceHandle
what.res.linear.desc = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindSigned); cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaErrorInvalidChannelDescriptor
what.res.linear.desc = cudaCreateChannelDesc<int>(); cudaCreateTextureObject(&texture, &what, &how, nullptr)
//= (cudaError_t) cudaSuccess
cudaResourceDesc said; cudaGetTextureObjectResourceDesc(&said, texture); said.res.linear.sizeInBytes
//= (size_t) 64
cudaDestroyTextureObject(texture)
//= (cudaError_t) cudaSuccess
cudaGetTextureObjectResourceDesc(&said, texture) != cudaSuccess
//= (bool) true
