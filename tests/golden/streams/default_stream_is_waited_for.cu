//# Who waits for the legacy default stream, or asks it, means what blocking streams have to do as well; others not.
//@ devices = ["cpu"]
#include <thread>
#include <atomic>
std::atomic<bool> open_gate{false};
std::atomic<int> passed{0};
auto hold = [](void *) { while (!open_gate) std::this_thread::yield(); ++passed; };
cudaStream_t blocking, free_one; cudaStreamCreate(&blocking); cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
auto opened_later() { return std::thread([] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); open_gate = true; }); }
int waited_for(cudaStream_t stream) {
  open_gate = false, passed = 0;
  cudaLaunchHostFunc(stream, hold, nullptr);
  std::thread opener = opened_later();
  cudaStreamSynchronize(0);
  int seen = passed;
  opener.join();
  cudaDeviceSynchronize();
  return seen;
}
waited_for(blocking)
//= (int) 1
waited_for(cudaStreamPerThread)
//= (int) 1
cudaError_t asked_of(cudaStream_t stream) {
  open_gate = false;
  cudaLaunchHostFunc(stream, hold, nullptr);
  cudaError_t answer = cudaStreamQuery(0);
  open_gate = true;
  cudaDeviceSynchronize();
  return answer;
}
asked_of(blocking)
//= (cudaError_t) cudaErrorNotReady
asked_of(free_one)
//= (cudaError_t) cudaSuccess
cudaStreamQuery(0)
//= (cudaError_t) cudaSuccess
