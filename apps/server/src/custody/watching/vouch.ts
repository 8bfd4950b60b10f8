import type { DepositId, UserId } from '@kobogate/contract';
import type { Kobo } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { NodeFault, type ScannedBlock } from '../deposits/chain.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import type { Vouching, WaitsFor } from '../deposits/vouching.ts';
import { type DeepDeposit, listDeep, saveWaits, saveWord, sumAlone, sumNotFinal } from './db.ts';
import type { Provider, Providers } from './providers.ts';

/** `vouched_by` of a deposit that was credited on the word of the only provider. */
const ALONE = 'one provider';
/** `vouched_by` of a deposit of which an administrator has said that it is there. */
export const ADMINISTRATOR = 'administrator';
/** How long providers are asked in one look for what waits. */
const LONGEST_ASKING_MS = 10_000;
/** A deposit that waits is asked about again after this, twice as long each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface VouchPolicy {
  /** Above this, what one customer was credited in a day on the word of the only provider waits for a person. */
  readonly aloneUpTo: Kobo;
  /**
   * Above this, what a customer has in blocks that are not final waits for the chain's own word; null where the chain has
   * none, or gives final blocks only.
   */
  readonly finalAbove: Kobo | null;
}

interface VouchDependencies {
  readonly database: Database;
  readonly providers: Providers;
  readonly currentRates: CurrentRates;
  readonly now?: () => number;
}

/**
 * Says of deposits that are deep enough which may be credited: those whose block the chain calls final where their value
 * asks for it, and that a second provider has exactly so, in the same block. With one provider alone only up to the
 * operator's amount; above it a person says so. Nothing that a provider fails to answer counts as a yes.
 */
export function createVouching(
  { database, providers, currentRates, now = () => performance.now() }: VouchDependencies,
  { aloneUpTo, finalAbove }: VouchPolicy,
): Vouching {
  const next = new Map<DepositId, { readonly at: number; readonly pause: number }>();

  function wait(id: DepositId): void {
    const pause = Math.min((next.get(id)?.pause ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
    next.set(id, { at: now() + pause, pause });
  }

  /** Those that still need the chain's word, with whose word is missing: where no provider passes it on, a person's. */
  async function findNotFinal(
    network: string,
    deposits: readonly DeepDeposit[],
  ): Promise<ReadonlyMap<DepositId, WaitsFor>> {
    const missing = new Map<DepositId, WaitsFor>();
    if (finalAbove === null || deposits.length === 0) return missing;
    const word = await askFinal(providers);
    const height = typeof word === 'string' ? null : word.height;
    const below = deposits.filter(({ blockHeight }) => height !== null && blockHeight <= height);
    const open = deposits.filter((deposit) => !below.includes(deposit));
    if (typeof word !== 'string' && below.length > 0) {
      const headers = await word.chain.headers(below.map((deposit) => deposit.blockHeight)).catch(orNull);
      for (const [at, { id, blockHash }] of below.entries()) {
        if (headers?.[at]?.hash !== blockHash) missing.set(id, 'finality');
      }
    }
    const rates = await currentRates();
    // What is above the final block may still be replaced, however deep it is: it counts together.
    const worth = new Map<UserId | null, Kobo | null>();
    for (const { userId } of open) {
      if (userId === null || worth.has(userId)) continue;
      worth.set(userId, worthInKobo(await sumNotFinal(database, network, userId, height), rates));
    }
    for (const { id, userId } of open) {
      const kobo = worth.get(userId) ?? null;
      if (kobo === null || kobo > finalAbove) missing.set(id, word === 'refused' ? 'person' : 'finality');
    }
    return missing;
  }

  /** A block as each provider has it, read once for all of its deposits. */
  function createReader(deposits: readonly DeepDeposit[]) {
    const keys = new Set(deposits.map(({ addressKey }) => addressKey));
    const read = new Map<string, Promise<ScannedBlock[] | null>>();
    return ({ chain, host }: Provider, height: bigint): Promise<ScannedBlock[] | null> => {
      const name = `${host} ${height}`;
      const reading = read.get(name) ?? chain.scan(height, height, () => Promise.resolve(keys)).catch(orNull);
      read.set(name, reading);
      return reading;
    };
  }

  /**
   * The providers that have the deposit exactly so, as many as are needed beside the one that reported it; null where
   * there are fewer.
   */
  async function secondWord(deposit: DeepDeposit, read: ReturnType<typeof createReader>): Promise<string | null> {
    const saying = new Set<string>();
    // It is not known who reported what was found later, in a trace: two others have to.
    const needed = deposit.readBy === null ? 2 : 1;
    for (const provider of providers.ranked()) {
      if (provider.host === deposit.readBy) continue;
      const blocks = await read(provider, deposit.blockHeight);
      if (blocks?.some((block) => hasDeposit(block, deposit)) === true) saying.add(provider.host);
      if (saying.size === needed) return [...saying].join(', ');
    }
    return null;
  }

  async function isFineAlone(network: string, deposit: DeepDeposit): Promise<boolean> {
    const { userId } = deposit;
    const before = userId === null ? [] : await sumAlone(database, network, userId);
    const kobo = worthInKobo([deposit, ...before], await currentRates());
    return kobo !== null && kobo <= aloneUpTo;
  }

  /** What a deposit still waits for; null where it may be credited, which is written down. */
  async function decide(
    network: string,
    deposit: DeepDeposit,
    read: ReturnType<typeof createReader>,
  ): Promise<WaitsFor | null> {
    if (deposit.vouchedBy !== null) return null;
    const hosts = new Set(providers.all.map(({ host }) => host));
    if (hosts.size < 2) {
      if (!(await isFineAlone(network, deposit))) return 'person';
      await saveWord(database, deposit.id, ALONE);
      return null;
    }
    const host = await secondWord(deposit, read);
    if (host === null) return 'provider';
    await saveWord(database, deposit.id, host);
    return null;
  }

  return {
    allow: async (network, due) => {
      const ids = due.map(({ id }) => id);
      const deep = await listDeep(database, ids);
      const asked = deep.filter(({ id, vouchedBy }) => vouchedBy === ADMINISTRATOR || now() >= (next.get(id)?.at ?? 0));
      const allowed = new Set<DepositId>();
      const notFinal = await findNotFinal(network, asked);
      const read = createReader(asked);
      const waits: { id: DepositId; waitsFor: WaitsFor }[] = [];
      const startedAt = performance.now();
      for (const deposit of asked) {
        // Providers that hang must not hold up the reading of blocks: the others are asked at the next look.
        if (performance.now() - startedAt > LONGEST_ASKING_MS) break;
        const missing = notFinal.get(deposit.id);
        const isSaid = missing === 'person' && deposit.vouchedBy === ADMINISTRATOR;
        const waitsFor = missing === undefined || isSaid ? await decide(network, deposit, read) : missing;
        if (waitsFor === null) {
          allowed.add(deposit.id);
          next.delete(deposit.id);
        } else {
          wait(deposit.id);
          if (deposit.waitsFor !== waitsFor) waits.push({ id: deposit.id, waitsFor });
        }
      }
      await saveWaits(database, waits);
      return allowed;
    },
  };
}

/**
 * The newest block that the chain calls final, by the first provider that passes this on. `refused`: none does; `failed`:
 * none does now, and some did not answer.
 */
async function askFinal(
  providers: Providers,
): Promise<{ readonly height: bigint; readonly chain: Provider['chain'] } | 'refused' | 'failed'> {
  let hasFailed = false;
  for (const { chain } of providers.ranked()) {
    try {
      const height = (await chain.finalHeight?.()) ?? null;
      if (height !== null) return { height, chain };
    } catch (error) {
      orNull(error);
      hasFailed = true;
    }
  }
  return hasFailed ? 'failed' : 'refused';
}

function hasDeposit({ hash, transfers }: ScannedBlock, deposit: DeepDeposit): boolean {
  return (
    hash === deposit.blockHash &&
    transfers.some(
      ({ identity, asset, addressKey, amount }) =>
        identity === deposit.identity &&
        asset === deposit.paidAs &&
        addressKey === deposit.addressKey &&
        amount === deposit.amount,
    )
  );
}

function orNull(error: unknown): null {
  if (error instanceof NodeFault) return null;
  throw error;
}
