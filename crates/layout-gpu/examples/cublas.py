"""Measures cuBLAS through PyTorch, and the copy of the device, for `cuda_bench.rs`."""
import torch


def least(run):
    for _ in range(3):
        run()
    times = []
    for _ in range(5):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(10):
            run()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) / 10 / 1000)
    return min(times)


print(torch.cuda.get_device_name())
for n in [4096, 8192, 16384]:
    a, b = torch.zeros(n, n, device="cuda"), torch.zeros(n, n, device="cuda")
    print(f"device copy f32 {n}: {8 * n * n / least(lambda: b.copy_(a)) / 1e9:.0f} GB/s")
for n in [1024, 2048, 4096, 8192]:
    for name, kind, tf32 in [("bf16", torch.bfloat16, False), ("f16", torch.float16, False), ("tf32", torch.float32, True), ("f32", torch.float32, False)]:
        torch.backends.cuda.matmul.allow_tf32 = tf32
        data = ((torch.arange(n * n, device="cuda") * 7919 % 16 - 7) / 8).reshape(n, n).to(kind)
        b = data.t()
        print(f"cuBLAS {name} {n}: {2 * n**3 / least(lambda: data @ b) / 1e12:.1f} Tflop/s")
