const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;

/** Bytes in base58, as Solana shows signatures (https://datatracker.ietf.org/doc/html/draft-msporny-base58-03). Pure. */
export function base58Of(bytes: Uint8Array): string {
  let number = bytes.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= BASE) text = ALPHABET.charAt(Number(number % BASE)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}
