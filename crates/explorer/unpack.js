'use strict';
// Unpacks the engine: seven bits a letter, which are an LZMA stream. Browsers unpack gzip themselves, which is a fifth longer.

// The bytes of seven bits a letter, 20 % shorter than base 64. A letter past 1024 is one of five that a string cannot hold,
// and the seven bits that follow it.
function bytesOf(text) {
  const bytes = new Uint8Array(text.length * 2);
  let [at, bits, count] = [0, 0, 0];
  const add = (group) => {
    bits = (bits << 7) | group;
    count += 7;
    if (count < 8) return;
    count -= 8;
    bytes[at] = bits >> count;
    at += 1;
    bits &= (1 << count) - 1;
  };
  for (let k = 0; k < text.length; k += 1) {
    const code = text.charCodeAt(k);
    if (code >= 1024) add([0, 10, 13, 39, 92][(code >> 7) & 7]);
    add(code & 127);
  }
  return bytes;
}

// The `length` bytes of an LZMA stream without its header, whose literals depend on `context` bits of the byte before, and
// nothing on positions (lc = context, lp = pb = 0). The names are those of the format's specification.
function unlzma(bytes, length, context) {
  const out = new Uint8Array(length);
  const probabilities = (count) => new Uint16Array(count).fill(1024);
  // Range and code in an array: as variables they would be boxed numbers, a third slower.
  const coder = Uint32Array.of(2 ** 32 - 1, 0);
  let at = 0;
  for (; at < 5; at += 1) coder[1] = coder[1] * 256 + bytes[at];
  const refill = () => {
    if (coder[0] >= 2 ** 24) return;
    coder[0] *= 256;
    coder[1] = coder[1] * 256 + bytes[at];
    at += 1;
  };
  const bit = (table, k) => {
    const bound = (coder[0] >>> 11) * table[k];
    const one = coder[1] >= bound;
    if (one) {
      coder[0] -= bound;
      coder[1] -= bound;
      table[k] -= table[k] >> 5;
    } else {
      coder[0] = bound;
      table[k] += (2048 - table[k]) >> 5;
    }
    refill();
    return one ? 1 : 0;
  };
  const tree = (table, from, bits) => {
    let node = 1;
    for (let k = 0; k < bits; k += 1) node = (node << 1) | bit(table, from + node);
    return node - (1 << bits);
  };
  const reversed = (table, from, bits) => {
    let [node, value] = [1, 0];
    for (let k = 0; k < bits; k += 1) {
      const one = bit(table, from + node);
      node = (node << 1) | one;
      value |= one << k;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (let k = 0; k < bits; k += 1) {
      coder[0] >>>= 1;
      const one = coder[1] >= coder[0] ? 1 : 0;
      coder[1] -= one * coder[0];
      value = (value << 1) | one;
      refill();
    }
    return value;
  };
  const lengths = () => ({ choice: probabilities(2), low: probabilities(8), middle: probabilities(8), high: probabilities(256) });
  const lengthOf = ({ choice, low, middle, high }) => {
    if (!bit(choice, 0)) return 2 + tree(low, 0, 3);
    return bit(choice, 1) ? 18 + tree(high, 0, 8) : 10 + tree(middle, 0, 3);
  };
  const [isMatch, isRep, isRep0, isRep0Long, isRep1, isRep2] = Array.from({ length: 6 }, () => probabilities(12));
  const [slots, places, aligned] = [probabilities(256), probabilities(128), probabilities(16)];
  const [matchLengths, repLengths] = [lengths(), lengths()];
  const literals = probabilities(0x300 << context);
  let [state, position, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0, 0];
  const distance = (matched) => {
    const slot = tree(slots, Math.min(matched - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reversed(places, base - slot, bits);
    return base + (direct(bits - 4) << 4) + reversed(aligned, 0, 4);
  };
  while (position < length) {
    if (!bit(isMatch, state)) {
      const from = 0x300 * ((out[position - 1] ?? 0) >> (8 - context));
      let symbol = 1;
      if (state >= 7) {
        let before = out[position - rep0 - 1];
        while (symbol < 256) {
          const expected = before >> 7 & 1;
          before <<= 1;
          const one = bit(literals, from + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (one !== expected) break;
        }
      }
      while (symbol < 256) symbol = (symbol << 1) | bit(literals, from + symbol);
      out[position] = symbol;
      position += 1;
      state = Math.max(0, state < 10 ? state - 3 : state - 6);
      continue;
    }
    let matched = 1;
    if (!bit(isRep, state)) {
      matched = lengthOf(matchLengths);
      state = state < 7 ? 7 : 10;
      [rep0, rep1, rep2, rep3] = [distance(matched), rep0, rep1, rep2];
    } else {
      if (bit(isRep0, state)) {
        if (!bit(isRep1, state)) [rep0, rep1] = [rep1, rep0];
        else if (!bit(isRep2, state)) [rep0, rep1, rep2] = [rep2, rep0, rep1];
        else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
        matched = lengthOf(repLengths);
      } else if (bit(isRep0Long, state)) {
        matched = lengthOf(repLengths);
      }
      if (matched > 1) state = state < 7 ? 8 : 11;
      else state = state < 7 ? 9 : 11;
    }
    for (let k = 0; k < matched; k += 1, position += 1) out[position] = out[position - rep0 - 1];
  }
  return out;
}
