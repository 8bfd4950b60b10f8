import { findAssetByCode, networkNameOf, type UserId, type TransferId } from '@kobogate/contract';
import { formatNaira, formatUnits, type Kobo, parseAmount, toKobo } from '@kobogate/money';
import { post } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { recordDecision, requireReason } from '../../controls/index.ts';
import { byTwo } from './decide-transfer.ts';
import { lockTransfer, saveDecided, saveFirst } from './db.ts';
import { settledPosting } from './postings.ts';

export interface SettleDependencies {
  readonly database: Database;
  /** What coins are worth now, in kobo; null where no rate can be trusted. */
  readonly valueOf: (coins: { readonly asset: string; readonly amount: bigint }) => Promise<Kobo | null>;
}

export interface SettleInput {
  readonly id: TransferId;
  readonly adminId: UserId;
  /** Coins of their balance for which the naira was the price, in whole coins; null: it is written off. */
  readonly coins: { readonly asset: string; readonly amount: string } | null;
  readonly reason: string;
}

/**
 * Settles what a customer owes for a transfer, once: we take coins of their free balance for it, or write it off. Their
 * orders no longer wait for it then. Above the operator's second threshold, of the naira or of what the coins are worth, two
 * administrators must decide the same.
 * Throws 404, 403 for the administrator's own transfer, 409 where it is settled or they have too few coins, 422 without
 * a reason or for an invalid amount.
 */
export async function settleTransfer({ database, valueOf }: SettleDependencies, input: SettleInput): Promise<string> {
  const { id, adminId, reason } = input;
  requireReason(reason, 'The team reads it.');
  const coins = input.coins === null ? null : readCoins(input.coins);
  const worth = coins === null ? toKobo(0n) : await valueOf(coins);
  return database.transaction(async (tx) => {
    const transfer = isId(id) ? await lockTransfer(tx, id) : null;
    if (transfer === null) throw notFound('There is no such transfer.');
    const { userId } = transfer;
    if (transfer.status !== 'owed' || userId === null)
      throw conflict('Nothing is owed for this transfer. Nothing was booked.');
    if (userId === adminId)
      throw forbidden('This is your own account, so another person of the team has to decide on it.');
    const proposal = settlementAs(coins);
    const what = `${proposal} for ${formatNaira(transfer.amountKobo)}, reference ${transfer.reference}. ${reason}`;
    const { amountKobo: owed } = transfer;
    const second = { ...byTwo(transfer, proposal), nairaKobo: worth === null || worth > owed ? worth : owed };
    const approval = await recordDecision(tx, { action: 'transfer-settled', adminId, userId, reason: what, second });
    if (approval === 'first') {
      await saveFirst(tx, { id, adminId, proposal, reason });
      return `Noted. ${formatNaira(transfer.amountKobo)} needs a second person, from finance or an administrator, who says the same.`;
    }
    await saveDecided(tx, { id, status: 'settled', adminId, reason });
    const [result] = await post(tx, [settledPosting(transfer, userId, coins)]);
    if (result?.ok !== true) {
      throw conflict('They have fewer such coins free. First decline an order that holds them. Nothing was booked.');
    }
    return `Settled. Orders of this customer no longer wait for ${formatNaira(transfer.amountKobo)}.`;
  });
}

const settlementAs = (coins: { readonly asset: string; readonly amount: bigint } | null): string =>
  coins === null ? 'written off' : `coins ${coins.asset} ${coins.amount}`;

/** What `settlementAs` wrote, as people read it; null for any other text. Pure. */
export function describeSettlement(proposal: string): string | null {
  if (proposal === 'written off') return 'It is written off.';
  const [, code = '', amount] = /^coins (\S+) (\d+)$/.exec(proposal) ?? [];
  const asset = findAssetByCode(code);
  if (asset === undefined || amount === undefined) return null;
  return `It is settled with ${formatUnits(BigInt(amount), asset.decimals)} ${asset.currency} on ${networkNameOf(asset)}.`;
}

function readCoins({ asset: code, amount }: { asset: string; amount: string }): { asset: string; amount: bigint } {
  const asset = findAssetByCode(code);
  if (asset === undefined) throw ruleBroken('Please choose one of the customer’s coins.');
  const parsed = parseAmount(amount, asset.decimals);
  if (!parsed.ok || parsed.value === 0n) throw ruleBroken('Please give an amount above zero, in whole coins.');
  return { asset: code, amount: parsed.value };
}
