'use strict';
// Loads the engine, which is compiled to WebAssembly, and passes it questions and answers as JSON.

class Engine {
  static async load() {
    const packed = Uint8Array.from(atob(ENGINE_WASM), (character) => character.charCodeAt(0));
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
}
