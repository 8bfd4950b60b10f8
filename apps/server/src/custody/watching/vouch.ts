import type { DepositId, UserId } from '@kobogate/contract';
import type { Kobo } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { NodeFault, type ScannedBlock } from '../deposits/chain.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import type { Vouching } from '../deposits/vouching.ts';
import { type DeepDeposit, listDeep, saveWaits, saveWord, sumAlone, sumFrom, type WaitsFor } from './db.ts';
import type { Provider, Providers } from './providers.ts';

/** `vouched_by` of a deposit that was credited on the word of the only provider. */
export const ALONE = 'one provider';
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

  /** Those of the deposits that need no word of the chain, or have it. */
  async function finalOnes(network: string, deposits: readonly DeepDeposit[]): Promise<ReadonlySet<DepositId>> {
    if (finalAbove === null || deposits.length === 0) return new Set(deposits.map(({ id }) => id));
    const [provider] = providers.ranked();
    const final = (await provider?.chain.finalHeight?.().catch(orNull)) ?? null;
    const open = final === null ? deposits : deposits.filter(({ blockHeight }) => blockHeight > final);
    const rates = await currentRates();
    const fine = new Set<DepositId>();
    // What is above the final block may still be replaced, however deep it is: it counts together.
    const worth = new Map<UserId | null, Kobo | null>();
    for (const { userId } of open) {
      const sums = userId === null ? [] : await sumFrom(database, network, userId, (final ?? -1n) + 1n);
      worth.set(userId, userId === null ? null : worthInKobo(sums, rates));
    }
    for (const { id, userId } of open) {
      const kobo = worth.get(userId) ?? null;
      if (kobo !== null && kobo <= finalAbove) fine.add(id);
    }
    const below = deposits.filter((deposit) => !open.includes(deposit));
    const headers =
      below.length === 0 ? [] : await provider?.chain.headers(below.map((d) => d.blockHeight)).catch(orNull);
    for (const [at, deposit] of below.entries()) if (headers?.[at]?.hash === deposit.blockHash) fine.add(deposit.id);
    return fine;
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

  /** The first provider beside the one that reported it that has the deposit exactly so; null where none has. */
  async function secondWord(deposit: DeepDeposit, read: ReturnType<typeof createReader>): Promise<string | null> {
    for (const provider of providers.ranked()) {
      if (provider.host === deposit.readBy) continue;
      const blocks = await read(provider, deposit.blockHeight);
      if (blocks?.some((block) => hasDeposit(block, deposit)) === true) return provider.host;
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
      const asked = deep.filter(
        ({ id, vouchedBy }) => vouchedBy === 'administrator' || now() >= (next.get(id)?.at ?? 0),
      );
      const allowed = new Set<DepositId>();
      const final = await finalOnes(network, asked);
      const read = createReader(asked);
      const waits: { id: DepositId; waitsFor: WaitsFor }[] = [];
      for (const deposit of asked) {
        const waitsFor = final.has(deposit.id) ? await decide(network, deposit, read) : 'finality';
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

function hasDeposit({ hash, transfers }: ScannedBlock, deposit: DeepDeposit): boolean {
  return (
    hash === deposit.blockHash &&
    transfers.some(
      ({ identity, asset, addressKey, amount }) =>
        identity === deposit.identity &&
        asset === deposit.asset &&
        addressKey === deposit.addressKey &&
        amount === deposit.amount,
    )
  );
}

function orNull(error: unknown): null {
  if (error instanceof NodeFault) return null;
  throw error;
}
