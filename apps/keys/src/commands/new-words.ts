import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const STRENGTH_BITS = 256;

/** Twenty-four new words of BIP-39, from the machine's source of randomness for keys. */
export const newWords = (): string => generateMnemonic(wordlist, STRENGTH_BITS);

/** The words numbered in columns, to be copied onto paper from top to bottom. */
export function layOut(words: string): string {
  const all = words.split(' ').map((word, at) => `${String(at + 1).padStart(2)}. ${word.padEnd(12)}`);
  const rows = Math.ceil(all.length / 4);
  return Array.from({ length: rows }, (_, row) =>
    all
      .filter((_word, at) => at % rows === row)
      .join('  ')
      .trimEnd(),
  ).join('\n');
}
