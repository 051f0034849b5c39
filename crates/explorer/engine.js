'use strict';
// Loads the engine, which is compiled to WebAssembly. Questions and answers are JSON; cells are bytes.

// Decodes base 85 (RFC 1924's letters), which is 6 % shorter than base 64. Bytes of 0 may follow the last one.
function unpack(text) {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
  const digits = new Uint8Array(128);
  for (let k = 0; k < 85; k += 1) digits[letters.charCodeAt(k)] = k;
  const words = new DataView(new ArrayBuffer(text.length / 5 * 4));
  for (let k = 0; k < text.length; k += 5) {
    let word = 0;
    for (let i = k; i < k + 5; i += 1) word = word * 85 + digits[text.charCodeAt(i)];
    words.setUint32(k / 5 * 4, word);
  }
  return new Uint8Array(words.buffer);
}

class Engine {
  static async load() {
    // The stream of a gzip file ends by itself, and bytes behind it are an error, so the padding is cut.
    const packed = unpack(ENGINE_WASM).subarray(0, ENGINE_BYTES);
    const bytes = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
    const { instance } = await WebAssembly.instantiate(await bytes.arrayBuffer(), {});
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
