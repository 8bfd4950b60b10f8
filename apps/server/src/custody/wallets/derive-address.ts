import type { AddressSource } from '@kobogate/addresses';
import { type NetworkId, NETWORKS } from '@kobogate/contract';
import { type DepartureGate, fenced } from '../../controls/index.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { isUnreserved, type NewAddress, takeIndexes } from './db.ts';

/** An unused address, ready to be written with `insertAddresses` once its sequence is taken. */
export type FreshAddress = Omit<NewAddress, 'sequence' | 'userId'>;

export interface DeriveDependencies {
  readonly addressSources: readonly AddressSource[];
  /** Records outside the database that addresses were given out. */
  readonly gate: Pick<DepartureGate, 'takeAddresses'>;
}

/** 422: a pool of addresses is used up. */
export function noAddressLeft(network: NetworkId): Failure {
  return ruleBroken(
    `We have no free deposit address on ${NETWORKS[network].name} at present. Nothing was changed; please pick another network, or try again later.`,
    'network-busy',
  );
}

/**
 * Payments by link leave this many addresses of a limited pool to wallets, so that a caller who opens thousands of
 * payments does not take all.
 */
const WALLETS_SHARE = 5;
/** A source with fewer than this is a pool; a key's addresses never end (BIP-32 has 2³¹ of them). */
const POOL_BELOW = 1_000_000;

/**
 * Takes addresses of a network for good: an index that may have been shown is not used again, whatever happens to it.
 * Answers fewer where a pool has fewer left for this use. Throws 503, and uses up none, where the database is an older state
 * that would give out the same ones again, or a fence is up for which those that were given out are not set aside yet.
 */
export async function deriveAddresses(
  { addressSources, gate }: DeriveDependencies,
  network: NetworkId,
  { use, count }: { readonly use: 'wallet' | 'payment'; readonly count: number },
): Promise<FreshAddress[]> {
  const { family } = NETWORKS[network];
  const source = addressSources.find((candidate) => candidate.family === family);
  if (source === undefined) throw new Error(`no account key is configured for ${family}`);
  const { keyFingerprint } = source;
  // Committed separately, with milliseconds of arithmetic that no transaction waits for.
  const size = use === 'payment' ? sizeForPayments(source.size) : source.size;
  const indexes = await gate.takeAddresses(async (tx) => {
    const taken = await takeIndexes(tx, { family, keyFingerprint, size }, count);
    if (await isUnreserved(tx, source)) throw fenced();
    return taken;
  });
  return indexes.map((index) => {
    const { address, addressKey } = source.derive(index);
    return { id: newId(), family, address, addressKey, index, keyFingerprint };
  });
}

const sizeForPayments = (size: number): number => (isPool(size) ? size - Math.floor(size / WALLETS_SHARE) : size);

/** Whether a source is a pool that can run out. Pure. */
export const isPool = (size: number): boolean => size < POOL_BELOW;

/** Whether a network's addresses come from a pool that can run out. Pure. */
export const takesFromPool = (addressSources: readonly AddressSource[], network: NetworkId): boolean =>
  addressSources.some(({ family, size }) => family === NETWORKS[network].family && isPool(size));
