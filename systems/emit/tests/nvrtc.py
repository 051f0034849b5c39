"""Compiles CUDA C to PTX with NVRTC: `nvrtc.py SOURCE TARGET [whole [90a]]`. Without `whole` the functions are not inlined."""
import ctypes
import glob
import os
import sys
import sysconfig

folder = os.path.join(sysconfig.get_paths()["purelib"], "nvidia", "cuda_nvrtc", "lib")
for name in sorted(glob.glob(f"{folder}/libnvrtc-builtins*")):
    ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
nvrtc = ctypes.CDLL(next(name for name in glob.glob(f"{folder}/libnvrtc.so*")))
source, target = sys.argv[1:3]
is_whole = sys.argv[3:4] == ["whole"]
machine = (sys.argv[4:] or ["90"])[0]
with open(source, "rb") as file:
    # Functions that are inlined nowhere would not be compiled.
    text = file.read()
    text = text if is_whole else text.replace(b"__forceinline__", b"__noinline__")
program = ctypes.c_void_p()
assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, b"all.cu", 0, None, None) == 0
options = [f"--gpu-architecture=compute_{machine}".encode(), b"--relocatable-device-code=" + (b"false" if is_whole else b"true")]
result = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
size = ctypes.c_size_t()
nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
log = ctypes.create_string_buffer(size.value)
nvrtc.nvrtcGetProgramLog(program, log)
if result != 0:
    sys.exit(log.value.decode()[:4000])
assert nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)) == 0
ptx = ctypes.create_string_buffer(size.value)
assert nvrtc.nvrtcGetPTX(program, ptx) == 0
with open(target, "wb") as file:
    file.write(ptx.raw[: size.value - 1])
