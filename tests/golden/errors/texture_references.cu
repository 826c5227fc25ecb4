//# Texture and surface references, which CUDA no longer has: a hint says what took their place.
texture<float, 1, cudaReadModeElementType> of_older_programs;
//? cell 1:1:1: error: no template named 'texture'
//?     1 | texture<float, 1, cudaReadModeElementType> of_older_programs;
//?       | ^
//? hint: texture references left CUDA with version 12: make a texture object with `cudaCreateTextureObject`, and pass the kernel that `cudaTextureObject_t`
surface<void, cudaSurfaceType2D> written;
//? cell 1:1:1: error: no template named 'surface'
//?     1 | surface<void, cudaSurfaceType2D> written;
//?       | ^
//? hint: surface references left CUDA with version 12: make a surface object with `cudaCreateSurfaceObject`, and pass the kernel that `cudaSurfaceObject_t`
texture
//? cell 1:1:1: error: use of undeclared identifier 'texture'
//?     1 | texture
//?       | ^~~~~~~
