// Runs a WebAssembly program of WASI with the arguments of this script: `node tools/ci/wasi.mjs PROGRAM ARGUMENT..`.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['layout', ...rest], env: process.env, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
