import type { ExposureLimits } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { Transaction } from '../../platform/database.ts';
import type { Failure } from '../../platform/errors.ts';
import { countExposure, listNewcomers, loadExposure, saveExposure } from './db.ts';
import { EVERYBODY, type Exposing, type ExposureDecision, limitExposure, NEWCOMERS } from './exposure.ts';

/** A sum that refused an order is counted again, but not more often than this. */
const RECOUNT_MS = 1000;

/**
 * Decides which of the orders may lock a rate within the operator's limits, and saves what is locked then. For each
 * order in turn the refusal, or null; null in, null out. Call `enterExposure` first.
 */
export async function lockRates(
  tx: Transaction,
  asked: readonly (Exposing | null)[],
  { limits, now }: { limits: ExposureLimits; now: Date },
): Promise<readonly (Failure | null)[]> {
  const open = asked.flatMap((order) => (order === null || order.isCovered ? [] : [order]));
  if (open.length === 0) return asked.map(() => null);
  const userIds = [...new Set(open.map(({ userId }) => userId))];
  const newcomers = await listNewcomers(tx, userIds);
  const orders = asked.map((order) => order && { ...order, isNewcomer: newcomers.has(order.userId) });
  const known = new Map(await loadExposure(tx, userIds));
  const recount = async (owners: readonly string[]): Promise<void> => {
    if (owners.length === 0) return;
    for (const [owner, kobo] of await countExposure(tx, owners, now)) known.set(owner, { kobo, countedAt: now });
  };
  const decide = (): ExposureDecision =>
    limitExposure(
      orders,
      {
        total: known.get(EVERYBODY)?.kobo ?? toKobo(0n),
        newcomers: known.get(NEWCOMERS)?.kobo ?? toKobo(0n),
        byUser: new Map(userIds.map((userId) => [userId, known.get(userId)?.kobo ?? toKobo(0n)])),
      },
      limits,
    );
  const isOld = (owner: string): boolean => {
    const countedAt = known.get(owner)?.countedAt ?? null;
    return countedAt === null || Math.abs(now.getTime() - countedAt.getTime()) >= RECOUNT_MS;
  };
  const oldOnes = ({ exceeded }: ExposureDecision): string[] => [...exceeded].filter(isOld);

  await recount(userIds.filter((userId) => !known.has(userId)));
  let decision = decide();
  // This ends, because sums that were counted a moment ago are not recounted.
  for (let doubted = oldOnes(decision); doubted.length > 0; doubted = oldOnes(decision)) {
    await recount(doubted);
    decision = decide();
  }
  const countedAt = new Map(
    [...known].flatMap(([owner, each]) => (each.countedAt === null ? [] : [[owner, each.countedAt]])),
  );
  await saveExposure(tx, decision.after, countedAt);
  return decision.refusals;
}
