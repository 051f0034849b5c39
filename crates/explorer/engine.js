'use strict';
// Loads the engine, which is compiled to WebAssembly. Questions and answers are JSON; cells are bytes.

class Engine {
  static async load() {
    const { instance } = await WebAssembly.instantiate(unlzma(bytesOf(ENGINE_WASM), ENGINE_LENGTH, ENGINE_CONTEXT), {});
    return new Engine(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  // Answers `question`, an object with the fields that `engine/src/answer.rs` lists.
  ask(question) {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const at = this.exports.reserve(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.answer();
    const answer = new Uint8Array(this.exports.memory.buffer, this.exports.answered(), length);
    return JSON.parse(new TextDecoder().decode(answer));
  }

  // The offsets, groups and colours of the cells of a window of a drawing, row by row. An offset is two words of 32 bits.
  window(id, panel, row, rows, column, columns) {
    const count = this.exports.window(id, panel, row, rows, column, columns);
    const at = this.exports.answered();
    const part = (from, bytes) => this.exports.memory.buffer.slice(at + from * count, at + (from + bytes) * count);
    return { count, words: new Int32Array(part(0, 8)), groups: new Uint32Array(part(8, 4)), colours: new Uint8Array(part(12, 1)) };
  }
}

// An offset from the two words of the engine: exact as a number up to 2^53, as a text always.
const Offset = {
  number: (words, k) => words[2 * k + 1] * 0x100000000 + (words[2 * k] >>> 0),
  text: (words, k) => {
    const number = Offset.number(words, k);
    if (Number.isSafeInteger(number)) return String(number);
    return String((BigInt(words[2 * k + 1]) << 32n) + BigInt(words[2 * k] >>> 0));
  },
};
