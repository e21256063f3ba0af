// Unpacks what deflate has packed (RFC 1951): small, since it stands in the classic script, whose own data is all that it gets.

/** A code by its lengths: for any 15 bits of the data, the symbol that they begin with, above the four bits of its length. */
function tableOf(lengths) {
  const table = new Uint16Array(1 << 15);
  let code = 0;
  for (let length = 1; length < 16; length++, code <<= 1) {
    lengths.forEach((own, symbol) => {
      if (own !== length) return;
      let first = 0; // the code, whose first bit comes lowest in the data
      for (let bit = 0; bit < length; bit++) first |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let bits = first; bits < table.length; bits += 1 << length) table[bits] = (symbol << 4) | length;
      code++;
    });
  }
  return table;
}

/** The `length` bytes that `data` unpacks to. */
export function inflate(data, length) {
  const bytes = new Uint8Array(length);
  let at = 0; // in bits
  let end = 0;
  const peek = (count) => (((data[at >> 3] | (data[(at >> 3) + 1] << 8) | (data[(at >> 3) + 2] << 16)) >> (at & 7)) & ((1 << count) - 1));
  const read = (count) => {
    const value = peek(count);
    at += count;
    return value;
  };
  const symbolOf = (table) => {
    const found = table[peek(15)];
    at += found & 15;
    return found >> 4;
  };
  // Of a length or distance beyond the few that stand alone, a symbol gives the first bits; the others follow.
  const extended = (symbol, alone, bits) => (symbol < alone ? symbol : (((symbol & (alone / 2 - 1)) + alone / 2) << bits) + read(bits));
  for (let last = 0; !last; ) {
    last = read(1);
    const kind = read(2);
    if (kind === 0) {
      const from = ((at + 7) >> 3) + 4;
      const count = data[from - 4] | (data[from - 3] << 8);
      bytes.set(data.subarray(from, from + count), end);
      end += count;
      at = (from + count) * 8;
      continue;
    }
    let literals = 288;
    let lengths = Array.from({ length: 320 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : i < 288 ? 8 : 5));
    if (kind === 2) {
      literals = read(5) + 257;
      const all = literals + read(5) + 1;
      const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
      const own = Array(19).fill(0);
      for (let i = 0, count = read(4) + 4; i < count; i++) own[order[i]] = read(3);
      const table = tableOf(own);
      for (lengths = []; lengths.length < all; ) {
        const symbol = symbolOf(table);
        const value = symbol < 16 ? symbol : symbol === 16 ? lengths[lengths.length - 1] : 0;
        const count = symbol < 16 ? 1 : symbol === 16 ? 3 + read(2) : symbol === 17 ? 3 + read(3) : 11 + read(7);
        for (let i = 0; i < count; i++) lengths.push(value);
      }
    }
    const table = tableOf(lengths.slice(0, literals));
    const distances = tableOf(lengths.slice(literals));
    for (let symbol; (symbol = symbolOf(table)) !== 256; ) {
      if (symbol < 256) {
        bytes[end++] = symbol;
        continue;
      }
      symbol -= 257;
      const count = symbol === 28 ? 258 : 3 + extended(symbol, 8, (symbol >> 2) - 1);
      const far = symbolOf(distances);
      const from = end - 1 - extended(far, 4, (far >> 1) - 1);
      for (let i = 0; i < count; i++) bytes[end++] = bytes[from + i];
    }
  }
  return bytes;
}
