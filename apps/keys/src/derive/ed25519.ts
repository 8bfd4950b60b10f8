import { createHmac } from 'node:crypto';
import { type ExportSigner, solanaAddress } from '@kobogate/addresses';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { FamilyKeys, SignerAt } from './family-keys.ts';
import type { Seed } from './seed.ts';

const HARDENED = 0x8000_0000;
/** "KOBO" in ASCII: a branch that no chain uses, so that a signature there is never a payment. */
const SIGNER_PATH = [0x4b4f_424f, 0];

interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** SLIP-44's number of Solana. */
const COIN = [44, 501];

/** Solana's wallets: SLIP-10 at m/44'/501'/index'/0'. */
export function solanaKeys({ stretched }: Seed): FamilyKeys {
  const coin = COIN.reduce(hardChild, master(stretched));
  return {
    family: 'solana',
    path: (index) => `m/44'/501'/${index}'/0'`,
    address: (index) => solanaAddress(ed25519.getPublicKey([index, 0].reduce(hardChild, coin).key)),
  };
}

/** Signs on Solana: at m/44'/501'/index'/chain', of which chain 0 are deposit addresses and 1 is the treasury. */
export function solanaSigner({ stretched }: Seed): SignerAt {
  const coin = COIN.reduce(hardChild, master(stretched));
  return (chain, index) => {
    const { key } = [index, chain].reduce(hardChild, coin);
    return { publicKey: ed25519.getPublicKey(key), sign: (message) => ed25519.sign(message, key) };
  };
}

/** The seed's own key for signing exports. */
export function exportSigner({ stretched }: Seed): ExportSigner {
  const { key } = SIGNER_PATH.reduce(hardChild, master(stretched));
  return { publicKey: ed25519.getPublicKey(key), sign: (message) => ed25519.sign(message, key) };
}

/** SLIP-10 (https://github.com/satoshilabs/slips/blob/master/slip-0010.md): ed25519 has hardened children only. */
const master = (seed: Uint8Array): Node => split('ed25519 seed', seed);

function hardChild({ key, chainCode }: Node, index: number): Node {
  const data = Buffer.alloc(37);
  data.set(key, 1);
  data.writeUInt32BE(HARDENED + index, 33);
  return split(chainCode, data);
}

function split(key: string | Uint8Array, data: Uint8Array): Node {
  const hash = createHmac('sha512', key).update(data).digest();
  return { key: hash.subarray(0, 32), chainCode: hash.subarray(32) };
}
