//! Two processes with one memory: `cudaIpcGetMemHandle` and its kin.

use std::thread;

use tests::chevron::{Finished, Run};

/// What both programs begin with.
const COMMON: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#define CHECK(call) if (cudaError_t error = (call)) { std::printf("%s: %s\n", #call, cudaGetErrorName(error)); std::exit(1); }
const int N = 5000;
struct Handles { cudaIpcMemHandle_t memory; cudaIpcEventHandle_t event, back; };
static void await(const char *file) { for (int i = 0; access(file, F_OK); ++i) { if (i == 60000) std::exit(2); usleep(1000); } }
__global__ void fill(int *p) { long long begin = clock64(); while (clock64() - begin < 200000000) {} for (int i = 0; i < N; ++i) p[i] = i; }
__global__ void twice(int *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) p[i] *= 2; }
"#;

const GIVER: &str = r#"
int main() {
  int *p; cudaEvent_t filled, doubled; Handles handles;
  CHECK(cudaMalloc(&p, N * sizeof(int)));
  CHECK(cudaMemset(p, 1, N * sizeof(int)));
  CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming | cudaEventInterprocess));
  CHECK(cudaEventCreateWithFlags(&doubled, cudaEventDisableTiming | cudaEventInterprocess));
  CHECK(cudaIpcGetMemHandle(&handles.memory, p + 10));
  CHECK(cudaIpcGetEventHandle(&handles.event, filled));
  CHECK(cudaIpcGetEventHandle(&handles.back, doubled));
  void *own;
  if (cudaIpcOpenMemHandle(&own, handles.memory, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess) return 3;
  fill<<<1, 1>>>(p);
  CHECK(cudaEventRecord(filled));
  FILE *file = std::fopen("handles.new", "w");
  std::fwrite(&handles, sizeof(handles), 1, file);
  std::fclose(file);
  std::rename("handles.new", "handles");
  await("queued");
  CHECK(cudaEventSynchronize(doubled));
  int *host = new int[N];
  CHECK(cudaMemcpy(host, p, N * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i) if (host[i] != 2 * i) { std::printf("%d at %d\n", host[i], i); return 4; }
  std::fclose(std::fopen("seen", "w"));
  await("closed");
  CHECK(cudaFree(p));
  std::puts("given");
}
"#;

const TAKER: &str = r#"
int main() {
  await("handles");
  Handles handles;
  FILE *file = std::fopen("handles", "r");
  if (std::fread(&handles, sizeof(handles), 1, file) != 1) return 2;
  int *p, *again; cudaEvent_t filled, doubled; cudaStream_t stream;
  CHECK(cudaIpcOpenMemHandle((void **)&p, handles.memory, cudaIpcMemLazyEnablePeerAccess));
  CHECK(cudaIpcOpenMemHandle((void **)&again, handles.memory, cudaIpcMemLazyEnablePeerAccess));
  if (p != again || cudaFree(p) == cudaSuccess) return 3;
  cudaGetLastError();
  CHECK(cudaIpcOpenEventHandle(&filled, handles.event));
  CHECK(cudaIpcOpenEventHandle(&doubled, handles.back));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamWaitEvent(stream, filled));
  twice<<<(N + 255) / 256, 256, 0, stream>>>(p);
  CHECK(cudaEventRecord(doubled, stream));
  std::fclose(std::fopen("queued", "w"));
  CHECK(cudaStreamSynchronize(stream));
  await("seen");
  CHECK(cudaIpcCloseMemHandle(p));
  CHECK(cudaIpcCloseMemHandle(p));
  if (cudaIpcCloseMemHandle(p) == cudaSuccess) return 4;
  cudaGetLastError();
  CHECK(cudaEventDestroy(filled));
  CHECK(cudaEventDestroy(doubled));
  std::fclose(std::fopen("closed", "w"));
  std::puts("taken");
}
"#;

fn run(program: &str, directory: &std::path::Path) -> Finished {
    let cache = tempfile::tempdir().expect("writable");
    let arguments = ["--device", "cpu", "run", program].map(str::to_owned);
    let run = Run::plain(arguments.to_vec(), "", directory, cache.path());
    run.finish().expect("it ends")
}

#[test]
fn memory_and_events_of_another_process() {
    let directory = tempfile::tempdir().expect("writable");
    let path = directory.path();
    for (name, text) in [("giver.cu", GIVER), ("taker.cu", TAKER)] {
        std::fs::write(path.join(name), format!("{COMMON}{text}")).expect("writable");
    }
    thread::scope(|scope| {
        let giver = scope.spawn(|| run("giver.cu", path));
        let taker = run("taker.cu", path);
        let giver = giver.join().expect("no panic");
        assert_eq!(
            (taker.stdout.as_str(), taker.status.code()),
            ("taken\n", Some(0)),
            "{}",
            taker.stderr
        );
        assert_eq!(
            (giver.stdout.as_str(), giver.status.code()),
            ("given\n", Some(0)),
            "{}",
            giver.stderr
        );
    });
}
