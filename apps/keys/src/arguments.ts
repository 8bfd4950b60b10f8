import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

/** A plan's file, and where its signed copy goes. */
export interface SignedFile {
  readonly file: string;
  readonly out: string;
}

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'new'; readonly out: string | null }
  | { readonly name: 'export'; readonly out: string; readonly solana: number; readonly isTaproot: boolean }
  | { readonly name: 'sign'; readonly files: readonly SignedFile[]; readonly isYes: boolean }
  | { readonly name: 'prove'; readonly address: string; readonly upTo: number };

export const USAGE = `Kobogate's keys: run this on a machine that is not connected to anything.

  new [--out FILE]                     makes a seed of 24 words and shows it once;
                                       with --out writes it to a new file that only you can read
  export [--out FILE] [--solana N] [--taproot]
                                       writes what the server needs: public keys and N Solana addresses
                                       (kobogate-keys.txt, 100,000, segwit)
  prove ADDRESS [--up-to N]            finds an address among the first N of the seed (10,000), by its private key
  sign FILE… [--out FILE] [--yes]      shows what plans of the treasury would do, asks once, and signs them all
                                       (FILE.signed; --yes does not ask, for words from a pipe)

The words are asked for, or read from a pipe; never write them behind a command.`;

const DEFAULT_SOLANA = 100_000;
const DEFAULT_UP_TO = 10_000;
const MOST = 10_000_000;
const MOST_FILES = 200;

/** Reads the arguments. Throws `Refusal` in words, without repeating what may be a secret. Pure. */
export function readArguments(given: readonly string[]): Command {
  const [name = 'help', ...rest] = given;
  switch (name) {
    case 'help':
    case '--help':
    case '-h':
      return { name: 'help' };
    case 'new':
      return { name, out: read(rest, 0).out ?? null };
    case 'export': {
      const { out = 'kobogate-keys.txt', solana, taproot = false } = read(rest, 0);
      return { name, out, solana: count(solana, '--solana', DEFAULT_SOLANA), isTaproot: taproot };
    }
    case 'sign': {
      const { positionals, out, yes: isYes = false } = read(rest, MOST_FILES);
      // A file's name has more than letters in it, and a word of a seed has not.
      if (positionals.length > 1 && positionals.some((each) => /^[a-z]+$/i.test(each))) throw tooMuch();
      if (positionals.length === 0) throw new Refusal('Which plan? Write its file behind the command: sign FILE.');
      if (out !== undefined && positionals.length > 1) throw new Refusal('--out names the signed copy of one file.');
      if (new Set(positionals).size < positionals.length) throw new Refusal('One file is named twice.');
      return { name, files: positionals.map((file) => ({ file, out: out ?? `${file}.signed` })), isYes };
    }
    case 'prove': {
      const { address, 'up-to': upTo } = read(rest, 1);
      if (address === undefined) throw new Refusal('Which address? Write it behind the command: prove ADDRESS.');
      return { name, address, upTo: count(upTo, '--up-to', DEFAULT_UP_TO) };
    }
    default:
      throw new Refusal(`There is no such command. If it was a word of your seed, treat the seed as seen.\n\n${USAGE}`);
  }
}

function read(args: string[], mostPositionals: number) {
  const options = {
    out: { type: 'string' },
    solana: { type: 'string' },
    taproot: { type: 'boolean' },
    'up-to': { type: 'string' },
    yes: { type: 'boolean' },
  } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Refusal(`One of these options is not known, or its value is missing.\n\n${USAGE}`);
  }
  if (parsed.positionals.length > mostPositionals) {
    throw tooMuch();
  }
  return { ...parsed.values, positionals: parsed.positionals, address: parsed.positionals[0] };
}

const tooMuch = () =>
  new Refusal(
    'There is more behind the command than it takes. If these were words of your seed, treat the seed as seen: other programs and the shell’s history can read them.',
  );

function count(text: string | undefined, option: string, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= MOST)) throw new Refusal(`${option} takes a whole number up to ${MOST.toLocaleString('en-GB')}.`);
  return number;
}
