import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** BIP-39's results from the words: chains disagree on which of the two they begin with. */
export interface Seed {
  /** The words' own bits. Cardano and Polkadot begin here. */
  readonly entropy: Uint8Array;
  /** 64 bytes, stretched from the words with an empty passphrase. Bitcoin, EVM chains and Solana begin here. */
  readonly stretched: Uint8Array;
  /** One of the published phrases: coins sent to its addresses can be taken by anyone. */
  readonly isPublic: boolean;
}

/** Why the words can't be used. Never repeats more than the one word that is wrong. */
export class WordsError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'WordsError';
  }
}

const LENGTHS = new Set([12, 15, 18, 21, 24]);
const known = new Set(wordlist);

/** Phrases from the documentation of wallets and development tools. */
const PUBLIC_PHRASES = new Set([
  `${'abandon '.repeat(11)}about`,
  `${'abandon '.repeat(23)}art`,
  `${'test '.repeat(11)}junk`,
  'test walk nut penalty hip pave soap entry language right filter choice',
  'bottom drive obey lake curtain smoke basket hold race lonely fit walk',
]);

/**
 * Reads BIP-39's English words, whatever their case and spacing. Throws `WordsError`: wrong number, an unknown word (by
 * its place, with the words that begin alike), or a checksum that does not fit.
 */
export function readWords(text: string): Seed {
  const words = text.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean);
  if (!LENGTHS.has(words.length)) {
    throw new WordsError(`A seed has 12, 15, 18, 21 or 24 words, and these are ${words.length}.`);
  }
  const wrong = words.findIndex((word) => !known.has(word));
  if (wrong >= 0) throw new WordsError(`Word ${wrong + 1} is not in the list of BIP-39.${hint(words[wrong] ?? '')}`);
  const phrase = words.join(' ');
  let entropy: Uint8Array;
  try {
    entropy = mnemonicToEntropy(phrase, wordlist);
  } catch {
    throw new WordsError('These words do not belong together: one of them is wrong, or two have changed places.');
  }
  return { entropy, stretched: mnemonicToSeedSync(phrase), isPublic: PUBLIC_PHRASES.has(phrase) };
}

function hint(word: string): string {
  const alike = wordlist.filter((other) => word.length >= 3 && other.startsWith(word.slice(0, 3)));
  return alike.length === 0 ? '' : ` It may be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(alike)}.`;
}
