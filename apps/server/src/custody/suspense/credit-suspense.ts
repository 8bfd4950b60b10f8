import { findAssetByCode, findStray, type UserId } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { customer, exchange, post, SourceUsed, suspense } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { idOf, isId, newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { isClosed } from './db.ts';

export interface CreditDependencies {
  readonly database: Database;
  readonly currentRates: CurrentRates;
}

export interface CreditSuspenseInput {
  readonly adminId: UserId;
  readonly userId: UserId;
  /** The asset of the stray. */
  readonly asset: string;
  /** In whole coins, all or part of what is in suspense. */
  readonly amount: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Credits a customer with the counterpart of a stray, unit for unit: we take the stray into our own position. What they owe of
 * the counterpart is collected at once. A repeat with the same key moves nothing more. Throws 403 for the administrator's own
 * coins; 404 if there is no such asset; 422 if it has no counterpart or the amount is invalid; 409 if suspense has less, the
 * account is closed, or the key was used for other coins.
 */
export async function creditSuspense({ database }: { database: Database }, input: CreditSuspenseInput): Promise<void> {
  const { adminId, userId, idempotencyKey } = input;
  if (adminId === userId)
    throw forbidden('These are your own coins, so another person of the team has to decide on them.');
  if (!isId(userId)) throw nothingThere();
  const { stray, counterpart, amount } = readCredit(input);
  // The ledger accepts a source once for ever, so the key needs no table.
  const sourceId = idempotencyKey === undefined ? newId() : idOf(`suspense-credited ${adminId} ${idempotencyKey}`);
  await database.transaction(async (tx) => {
    if (await isClosed(tx, userId)) throw ofClosed();
    const [result] = await post(tx, [
      {
        source: 'suspense-credited',
        sourceId,
        description: `${stray.currency} credited as ${counterpart.currency}`,
        transfers: [
          { debit: suspense(userId, stray.code), credit: exchange(stray.code), amount },
          { debit: exchange(counterpart.code), credit: customer(userId, counterpart.code), amount },
        ],
      },
    ]).catch(keyUsed);
    if (result?.ok !== true) throw conflict('Less than that is in suspense now. Nothing was moved; please look again.');
    if (result.outcome === 'already-posted') return;
    await collectReceivables(tx, [{ userId, asset: counterpart.code }]);
    await recordDecision(tx, { action: 'suspense-credited', adminId, userId });
    await emit(tx, {
      type: 'suspense.credited',
      payload: { userId, from: stray.code, asset: counterpart.code, amount: amount.toString() },
    });
  });
}

/**
 * The value of the credit at today's rates, in kobo; null where one can't be trusted. Throws as `creditSuspense` for an
 * impossible credit.
 */
export async function worthOfCredit(
  { currentRates }: CreditDependencies,
  input: Pick<CreditSuspenseInput, 'asset' | 'amount'>,
): Promise<bigint | null> {
  const { counterpart, amount } = readCredit(input);
  return worthInKobo([{ asset: counterpart.code, amount }], await currentRates());
}

const ofClosed = () =>
  conflict('This account is closed, and nobody could use what is credited to it. Nothing was moved; refund the coins.');
const nothingThere = () => notFound('There is nothing of this in suspense.');

function readCredit({ asset: code, amount: typed }: Pick<CreditSuspenseInput, 'asset' | 'amount'>) {
  const stray = findStray(code);
  if (stray === undefined) throw nothingThere();
  const counterpart = stray.counterpart === null ? undefined : findAssetByCode(stray.counterpart);
  if (counterpart === undefined || counterpart.decimals !== stray.decimals) {
    throw ruleBroken(
      `${stray.currency} can’t be credited as a coin that we convert. It stays the customer’s; refund it instead.`,
    );
  }
  const parsed = parseAmount(typed, stray.decimals);
  if (!parsed.ok || parsed.value === 0n) throw ruleBroken('Please give an amount above zero, in whole coins.');
  return { stray, counterpart, amount: parsed.value };
}

function keyUsed(error: unknown): never {
  if (!(error instanceof SourceUsed)) throw error;
  throw conflict('You credited other coins with this key. Nothing was moved; please look again.');
}
