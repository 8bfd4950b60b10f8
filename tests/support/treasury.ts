import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bitcoinAddressSource, evmAddressSource } from '@kobogate/addresses';
import type { Product } from './product.ts';

/** The phrase of the sandbox's sample keys, which everybody knows. */
const WORDS = 'test test test test test test test test test test test junk';
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

const built = (path: string): string => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a built program to its end. */
function runProgram(
  script: string,
  args: readonly string[],
  { cwd, env, input = '' }: { cwd: string; env: NodeJS.ProcessEnv; input?: string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** `npm run treasury` of a running product, its files in `cwd`. */
export const treasury = ({ environment }: Pick<Product, 'environment'>, cwd: string, ...args: string[]) =>
  runProgram(built('server/dist/treasury.js'), args, { cwd, env: environment });

/** `npm run backup` or `npm run restore` of a product. */
export const runServerProgram = (
  { environment }: Pick<Product, 'environment'>,
  name: 'backup' | 'restore',
  ...args: string[]
) => runProgram(built(`server/dist/${name}.js`), args, { cwd: built('..'), env: environment });

/** `npm run keys -- sign`, which knows nothing but the words and the file. */
export const sign = (cwd: string, file: string, words = WORDS) =>
  runProgram(built('keys/dist/kobogate-keys.mjs'), ['sign', file, '--yes'], { cwd, env: {}, input: words });

/** Where the sandbox's sample keys have their treasury on EVM chains. */
export const evmTreasury = (): string => evmAddressSource(XPUB).treasury?.().address ?? '';

/** An address that the sample keys do not have: the first of a Bitcoin account of another, equally public phrase. */
export const bitcoinPayee = (): string =>
  bitcoinAddressSource(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
    'segwit',
  ).derive(0).address;
