import { bitcoinAddressSource, evmAddressSource, tronAddressSource } from '@kobogate/addresses';
import type { Product } from './product.ts';
import { builtProgram, runProgram } from './program.ts';

/** The published phrase of the sandbox's sample keys. */
const WORDS = 'test test test test test test test test test test test junk';
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const TRON_XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';

/** `npm run ops -- treasury` of a running product, its files in `cwd`. */
export const treasury = ({ environment }: Pick<Product, 'environment'>, cwd: string, ...args: string[]) =>
  runProgram(builtProgram('server/dist/ops/main.js'), ['treasury', ...args], { cwd, env: environment });

/** `npm run keys -- sign`, which gets only the words and the file. */
export const sign = (cwd: string, file: string, words = WORDS) =>
  runProgram(builtProgram('keys/dist/kobogate-keys.mjs'), ['sign', file, '--yes'], { cwd, env: {}, input: words });

/** Where the sandbox's sample keys have their treasury on EVM chains. */
export const evmTreasury = (): string => evmAddressSource(XPUB).treasury?.().address ?? '';

/** The same on TRON. */
export const tronTreasury = (): string => tronAddressSource(TRON_XPUB).treasury?.().address ?? '';

/** An address that the sample keys do not have: of a Bitcoin account of another, equally public phrase. */
export const bitcoinPayee = (index = 0): string =>
  bitcoinAddressSource(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
    'segwit',
  ).derive(index).address;
