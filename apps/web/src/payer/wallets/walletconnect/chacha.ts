// ChaCha20-Poly1305 (RFC 8439), which browsers do not have: a session's messages are sealed with it.

const BLOCK = 64;
const TAG = 16;
const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** The words that a round mixes, by columns and then by diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

function mix(words: Uint32Array, [a, b, c, d]: (typeof QUARTERS)[number]): void {
  const add = (to: number, from: number, onto: number, by: number): void => {
    words[to] = (words[to] ?? 0) + (words[from] ?? 0);
    words[onto] = rotated((words[onto] ?? 0) ^ (words[to] ?? 0), by);
  };
  add(a, b, d, 16);
  add(c, d, b, 12);
  add(a, b, d, 8);
  add(c, d, b, 7);
}

/** 64 bytes of the key stream. */
function block(key: Uint8Array, nonce: Uint8Array, counter: number): Uint8Array {
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const read = (bytes: Uint8Array, at: number): number =>
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
  for (let word = 0; word < 8; word += 1) state[4 + word] = read(key, word * 4);
  state[12] = counter;
  for (let word = 0; word < 3; word += 1) state[13 + word] = read(nonce, word * 4);
  const words = state.slice();
  for (let round = 0; round < 10; round += 1) for (const quarter of QUARTERS) mix(words, quarter);
  const bytes = new Uint8Array(BLOCK);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word + (state[index] ?? 0), true);
  return bytes;
}

function crypt(key: Uint8Array, nonce: Uint8Array, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += BLOCK) {
    const stream = block(key, nonce, 1 + at / BLOCK);
    for (let index = at; index < Math.min(at + BLOCK, text.length); index += 1) {
      out[index] = (text[index] ?? 0) ^ (stream[index - at] ?? 0);
    }
  }
  return out;
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The tag over a sealed text: nothing else is authenticated with it. */
function tagOf(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array {
  const once = block(key, nonce, 0);
  const factor = numberOf(once.subarray(0, 16)) & CLAMP;
  const padded = new Uint8Array(Math.ceil(sealed.length / 16) * 16 + 16);
  padded.set(sealed);
  // The lengths of what is only authenticated, which is nothing, and of the text.
  new DataView(padded.buffer).setUint32(padded.length - 8, sealed.length, true);
  let sum = 0n;
  for (let at = 0; at < padded.length; at += 16) {
    sum = ((sum + numberOf(padded.subarray(at, at + 16)) + (1n << 128n)) * factor) % PRIME;
  }
  const tag = sum + numberOf(once.subarray(16, 32));
  return Uint8Array.from({ length: TAG }, (_, index) => Number((tag >> BigInt(8 * index)) & 0xffn));
}

/** Seals a text for who has the key (32 bytes); a nonce (12 bytes) must not be used twice with one key. Pure. */
export function seal(key: Uint8Array, nonce: Uint8Array, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const sealed = crypt(key, nonce, text);
  const whole = new Uint8Array(sealed.length + TAG);
  whole.set(sealed);
  whole.set(tagOf(key, nonce, sealed), sealed.length);
  return whole;
}

/** What was sealed. Throws where it was not sealed with this key and nonce. Pure. */
export function open(key: Uint8Array, nonce: Uint8Array, whole: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = Math.max(whole.length - TAG, 0);
  const sealed = whole.subarray(0, at);
  const tag = tagOf(key, nonce, sealed);
  // Every byte is compared, so that the time says nothing of where they differ.
  const different = tag.reduce((sum, byte, index) => sum | (byte ^ (whole[at + index] ?? 256)), 0);
  if (different !== 0) throw new Error('this was sealed with another key');
  return crypt(key, nonce, sealed);
}
