import type { AddressSource } from '@kobogate/addresses';
import { type AddressId, type NetworkId, NETWORKS } from '@kobogate/contract';
import { type DepartureGate, fenced } from '../../controls/index.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { insertUnowned, isUnreserved, takeIndexes, takeSequence } from './db.ts';

export interface TakeDependencies {
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
 * Takes addresses of a network for good, to be given to their owners by `giveAddresses`: an index that may have been shown is
 * not used again, whatever happens to it. Index and address are one commit, before any of them is known to anyone: one that
 * gets no owner afterwards stays watched. Answers fewer where a pool has fewer left for this use, or where the books have one
 * of them already. Throws 503, and takes none, if the database is an older state that would give out the same addresses again,
 * or if a fence is up and the addresses that were given out before are not set aside yet.
 */
export async function takeAddresses(
  { addressSources, gate }: TakeDependencies,
  network: NetworkId,
  { use, count }: { readonly use: 'wallet' | 'payment'; readonly count: number },
): Promise<AddressId[]> {
  const { family } = NETWORKS[network];
  const source = addressSources.find((candidate) => candidate.family === family);
  if (source === undefined) throw new Error(`no account key is configured for ${family}`);
  const { keyFingerprint } = source;
  const size = use === 'payment' ? sizeForPayments(source.size) : source.size;
  return gate.takeAddresses(async (tx) => {
    const indexes = await takeIndexes(tx, { family, keyFingerprint, size }, count);
    if (await isUnreserved(tx, source)) throw fenced();
    const addresses = indexes.map((index) => Object.assign({ id: newId<AddressId>(), index }, source.derive(index)));
    if (addresses.length === 0) return [];
    // The family's last: its other takers wait for it until the commit, which follows at once.
    return insertUnowned(tx, source, { last: await takeSequence(tx, family, addresses.length), addresses });
  });
}

const sizeForPayments = (size: number): number => (isPool(size) ? size - Math.floor(size / WALLETS_SHARE) : size);

/** Whether a source is a pool that can run out. Pure. */
export const isPool = (size: number): boolean => size < POOL_BELOW;

/** Whether a network's addresses come from a pool that can run out. Pure. */
export const takesFromPool = (addressSources: readonly AddressSource[], network: NetworkId): boolean =>
  addressSources.some(({ family, size }) => family === NETWORKS[network].family && isPool(size));
