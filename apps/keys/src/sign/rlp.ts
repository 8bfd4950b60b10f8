/** What RLP can write: bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

const SHORT = 55;

/** Recursive Length Prefix, as Ethereum's yellow paper has it (appendix B). Pure. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item;
    return item.length === 1 && first !== undefined && first < 0x80 ? item : joined([header(0x80, item.length), item]);
  }
  const content = joined(item.map(encodeRlp));
  return joined([header(0xc0, content.length), content]);
}

/** A number in RLP: big endian, without leading zeros; empty for zero. Pure. */
export function rlpNumber(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return bytesOf(digits.length % 2 === 0 ? digits : `0${digits}`);
}

/** Bytes from their hexadecimal, with 0x or without. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.startsWith('0x') ? text.slice(2) : text, 'hex'));
}

/** Bytes one after another. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function header(offset: number, length: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(offset + length);
  const size = rlpNumber(BigInt(length));
  return joined([Uint8Array.of(offset + SHORT + size.length), size]);
}
