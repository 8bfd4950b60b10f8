import { associatedTokenAccount, checkAddress, isOnCurve } from '@kobogate/addresses';
import { ASSETS, type ChainFamily } from '@kobogate/contract';
import type { FamilyKeys } from '../derive/family-keys.ts';
import type { Wallet } from '../derive/wallet.ts';
import { Refusal } from '../refusal.ts';

const FAMILIES: readonly ChainFamily[] = ['bitcoin', 'evm', 'solana', 'cardano', 'polkadot', 'tron'];
const MINTS = ASSETS.filter(({ network, contract }) => network === 'solana' && contract !== null);

export interface Proof {
  readonly family: ChainFamily;
  readonly path: string;
  readonly address: string;
  /** The token whose account on Solana was asked about, or null. */
  readonly token: string | null;
}

/**
 * An address's path below a seed, found by making the first `upTo` addresses of its family from their private keys;
 * null where none of them matches. On Solana the address may also be the USDT or USDC account of one of them. Throws
 * `Refusal` for a text that is no address. `onProgress` is called now and then.
 */
export function proveAddress(
  wallet: Wallet,
  text: string,
  { upTo, onProgress }: { upTo: number; onProgress: (done: number, all: number) => void },
): Proof | null {
  const { family, addressKey } = recognise(text);
  const keys =
    family === 'bitcoin' ? wallet.bitcoin[addressKey.startsWith('5120') ? 'taproot' : 'segwit'] : wallet[family];
  const isOurs = family === 'solana' && !isOnCurve(addressKey) ? tokenMatch(addressKey) : plainMatch(addressKey);
  for (let index = 0; index < upTo; index += 1) {
    if (index % 500 === 0) onProgress(index, upTo);
    const found = isOurs(keys, index);
    if (found !== null) return { family, path: keys.path(index), ...found };
  }
  return null;
}

type Match = (keys: FamilyKeys, index: number) => { address: string; token: string | null } | null;

const plainMatch =
  (wanted: string): Match =>
  (keys, index) => {
    const { address, addressKey } = keys.address(index);
    return addressKey === wanted ? { address, token: null } : null;
  };

/** A Solana address without a private key belongs to a program, such as one of our token accounts. */
const tokenMatch =
  (wanted: string): Match =>
  (keys, index) => {
    const { address } = keys.address(index);
    const token = MINTS.find(
      ({ contract }) => contract !== null && associatedTokenAccount(address, contract) === wanted,
    );
    return token === undefined ? null : { address, token: token.currency };
  };

function recognise(text: string): { family: ChainFamily; addressKey: string } {
  for (const family of FAMILIES) {
    const check = checkAddress(family, text, 'this chain');
    if ('addressKey' in check) return { family, addressKey: check.addressKey };
  }
  throw new Refusal('This is not an address of any chain that Kobogate knows: please copy it again, whole.');
}
