import { type Debt, findAssetByCode, findLedgerAsset, type UserId } from '@kobogate/contract';
import { type Kobo, parseAmount } from '@kobogate/money';
import { recordDecision, requireReason } from '../../controls/index.ts';
import { balance, post, receivable } from '../../ledger/index.ts';
import { findAccount } from '../../identity/index.ts';
import type { Connection } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import type { CreditDependencies } from './credit-suspense.ts';
import { listFirstSettlements, listOwedAndFree, saveFirstSettlement, saveSettlement } from './db.ts';
import {
  coinsText,
  describeSettlement,
  isSameSettlement,
  presentCoins,
  type Settlement,
  settlementPosting,
} from './settlement.ts';

export interface SettleDebtInput {
  readonly id: UserId;
  readonly adminId: UserId;
  /** The asset that is owed, and all of it, as it was seen, in whole coins. */
  readonly asset: string;
  readonly amount: string;
  /** Other coins of theirs that are taken for it; absent: it is written off. */
  readonly with?: { readonly asset: string; readonly amount: string } | undefined;
  readonly reason: string;
}

/** The coins that a customer owes after a chain took them back, and what can settle them. Throws 404. */
export async function viewDebts({ database }: Pick<CreditDependencies, 'database'>, id: UserId): Promise<Debt[]> {
  await requireAccount(database, id);
  const coins = await listOwedAndFree(database, id);
  const said = coins.owed.length === 0 ? [] : await listFirstSettlements(database, id);
  return coins.owed.map((owed) => {
    const first = said.find(({ asset }) => asset === owed.asset);
    return Object.assign(presentCoins(owed), {
      free: coins.free.filter(({ asset }) => asset !== owed.asset).map(presentCoins),
      first:
        first === undefined
          ? null
          : {
              adminId: first.adminId,
              by: first.by,
              at: first.at.toISOString(),
              says: describeSettlement(first),
              reason: first.reason,
            },
    });
  });
}

/**
 * Settles all that a customer owes of a coin, once: we take other coins of their free balance for it, or write it off as a
 * loss. Above the operator's second threshold, of what is owed or of the coins that are taken for it, two people have to say
 * the same. Answers what was done, in a sentence. Throws 404 if there is no such account; 403 for the own account and for one
 * who may not decide on this amount yet; 409 if another amount is owed or they have too few coins; 422 without a reason or for
 * an invalid amount.
 */
export async function settleDebt(
  { database, currentRates }: CreditDependencies,
  input: SettleDebtInput,
): Promise<string> {
  const { id: userId, adminId, reason } = input;
  requireReason(reason);
  const settlement = readSettlement(input);
  const rates = await currentRates();
  return database.transaction(async (tx) => {
    await requireAccount(tx, userId);
    if (userId === adminId)
      throw forbidden('This is your own account, so another person of the team has to decide on it.');
    const said = (await listFirstSettlements(tx, userId, { isLocked: true })).find((each) =>
      isSameSettlement(each, settlement),
    );
    if ((await balance(tx, receivable(userId, settlement.asset))) !== settlement.amount) throw owesAnother();
    const approval = await recordDecision(tx, {
      action: 'debt-settled',
      adminId,
      userId,
      reason: `${describeSettlement(settlement)} ${reason}`,
      second: {
        thing: 'debt',
        nairaKobo: worthOf(settlement, rates),
        firstApprover: said?.adminId ?? null,
        action: 'debt-first-settled',
      },
    });
    const record = { ...settlement, id: newId(), userId, adminId, reason };
    if (approval === 'first') {
      await saveFirstSettlement(tx, record);
      return `Noted. ${coinsText(settlement)} needs a second person, from finance or an administrator, who says the same.`;
    }
    const id = await saveSettlement(tx, {
      ...record,
      agreedBy: approval === 'second' ? (said?.adminId ?? null) : null,
    });
    const [result] = await post(tx, [settlementPosting(id, userId, settlement)]);
    // What is owed was read in this transaction, and has changed since, or the coins have.
    if (result?.ok !== true) throw settlement.paid === null ? owesAnother() : hasTooFew();
    return `Settled. ${describeSettlement(settlement)}`;
  });
}

/** The value of a settlement at today's rates, in kobo; null where one can't be trusted. */
export async function worthOfDebt(
  { currentRates }: Pick<CreditDependencies, 'currentRates'>,
  input: Pick<SettleDebtInput, 'asset' | 'amount' | 'with'>,
): Promise<bigint | null> {
  return worthOf(readSettlement(input), await currentRates());
}

/**
 * The value of the debt or of what is taken for it, whichever is worth more: otherwise any amount could be taken for a small
 * debt. Pure.
 */
function worthOf({ paid, ...owed }: Settlement, rates: Awaited<ReturnType<CurrentRates>>): Kobo | null {
  const owedKobo = worthInKobo([owed], rates);
  const paidKobo = worthInKobo(paid === null ? [] : [paid], rates);
  if (owedKobo === null || paidKobo === null) return null;
  return paidKobo > owedKobo ? paidKobo : owedKobo;
}

async function requireAccount(connection: Connection, id: UserId): Promise<void> {
  if (!isId(id) || (await findAccount(connection, id)) === null) throw notFound('There is no such account.');
}

const owesAnother = () =>
  conflict('They owe another amount of this coin by now. Nothing was booked; please look again.');

const hasTooFew = () =>
  conflict('They have fewer such coins free. First decline an order that holds them. Nothing was booked.');

function readSettlement({ asset, amount, with: paid }: Pick<SettleDebtInput, 'asset' | 'amount' | 'with'>): Settlement {
  const owed = findLedgerAsset(asset);
  const parsed = owed === undefined ? null : parseAmount(amount, owed.decimals);
  if (parsed === null || !parsed.ok || parsed.value === 0n) throw ruleBroken('Please choose what the customer owes.');
  return { asset, amount: parsed.value, paid: paid === undefined ? null : readPaid(asset, paid) };
}

function readPaid(owed: string, { asset: code, amount }: { asset: string; amount: string }) {
  const asset = findAssetByCode(code);
  if (asset === undefined || code === owed) throw ruleBroken('Please choose other coins of the customer.');
  const parsed = parseAmount(amount, asset.decimals);
  if (!parsed.ok || parsed.value === 0n) throw ruleBroken('Please give an amount above zero, in whole coins.');
  return { asset: code, amount: parsed.value };
}
