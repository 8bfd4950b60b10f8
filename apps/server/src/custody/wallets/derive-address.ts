import type { AddressSource, ChainAddress } from '@kobogate/addresses';
import { type NetworkId, NETWORKS } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { type NewAddress, takeIndexes } from './db.ts';

/** An unused address, ready to be written with `insertAddress` once its sequence is taken. */
export type FreshAddress = Omit<NewAddress, 'sequence' | 'userId'>;

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
 * Takes an address of a network for good: an index that may have been shown is not used again, whatever happens to it.
 * Throws 422 where a pool has none left for this use.
 */
export async function deriveAddress(
  { database, addressSources }: { database: Database; addressSources: readonly AddressSource[] },
  network: NetworkId,
  use: 'wallet' | 'payment',
): Promise<FreshAddress> {
  const { family } = NETWORKS[network];
  const source = addressSources.find((candidate) => candidate.family === family);
  if (source === undefined) throw new Error(`no account key is configured for ${family}`);
  const { keyFingerprint } = source;
  // Committed separately, with milliseconds of arithmetic that no transaction waits for.
  const size = use === 'payment' ? sizeForPayments(source.size) : source.size;
  const index = isPool(source.size)
    ? await database.transaction((tx) => takeIndexes(tx, { family, keyFingerprint, size }))
    : await takeFromBlock(database, source);
  if (index === null) throw noAddressLeft(network);
  const derived: ChainAddress = source.derive(index);
  return { id: newId(), family, ...derived, index, keyFingerprint };
}

/** Indexes that this process alone may give out; what it has not given out when it ends is skipped for good. */
interface Block {
  next: number;
  end: number;
  /** How many are taken at the next time: a process that gives out few skips few. */
  size: number;
  /** Whether the key had one, once it is known. */
  refill: Promise<boolean> | null;
}

const MOST_IN_BLOCK = 64;
const blocks = new WeakMap<Database, Map<string, Block>>();

function blockOf(database: Database, key: string): Block {
  const held = blocks.get(database) ?? new Map<string, Block>();
  blocks.set(database, held);
  const block = held.get(key) ?? { next: 0, end: 0, size: 1, refill: null };
  held.set(key, block);
  return block;
}

/** Skips what is left of this process's block, after a restore: the books it was taken from may be older than these. */
export function skipBlock(
  database: Database,
  { family, keyFingerprint }: Pick<AddressSource, 'family' | 'keyFingerprint'>,
): void {
  blocks.get(database)?.delete(`${family} ${keyFingerprint}`);
}

/**
 * The next index of a key, from the block that this process has taken: one row of the database is written for a whole block, and not
 * for each address. Null where the key has none left. Two addresses never have one index: the counter is moved, for good, before any of
 * the block is given out, and the database refuses a second address of an index.
 */
async function takeFromBlock(database: Database, source: AddressSource): Promise<number | null> {
  const block = blockOf(database, `${source.family} ${source.keyFingerprint}`);
  for (;;) {
    if (block.next < block.end) {
      block.next += 1;
      return block.next - 1;
    }
    block.refill ??= refill(database, source, block).finally(() => {
      block.refill = null;
    });
    if (!(await block.refill)) return null;
  }
}

async function refill(database: Database, source: AddressSource, block: Block): Promise<boolean> {
  const { size } = block;
  const first = await database.transaction((tx) => takeIndexes(tx, source, size));
  if (first === null) return false;
  Object.assign(block, { next: first, end: first + size, size: Math.min(size * 2, MOST_IN_BLOCK) });
  return true;
}

const sizeForPayments = (size: number): number => (isPool(size) ? size - Math.floor(size / WALLETS_SHARE) : size);

/** Whether a source is a pool that can run out. Pure. */
export const isPool = (size: number): boolean => size < POOL_BELOW;

/** Whether a network's addresses come from a pool that can run out. Pure. */
export const takesFromPool = (addressSources: readonly AddressSource[], network: NetworkId): boolean =>
  addressSources.some(({ family, size }) => family === NETWORKS[network].family && isPool(size));
