import { type Evidence, findLedgerAsset, type OrderId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { listPostings } from '../../ledger/index.ts';
import { listPayouts } from '../../payouts/index.ts';
import type { Connection } from '../../platform/database.ts';
import { findOrder, listOrderDeposits } from '../../sales/index.ts';

/** The sources of postings that name a deposit, an order, or a payout. */
const SOURCES = [
  'deposit',
  'deposit-owner-found',
  'deposit-owner-corrected',
  'deposit-reverted',
  'order-funded',
  'order-released',
  'order-exchanged',
  'payout-sent',
  'payout-put-back',
  'payout-paid',
  'payout-taken',
  'payout-failed',
  'payout-reversed',
  'payout-fee',
];
const KOBO_DECIMALS = 2;

/** An order's payouts, newest first, and what was posted for it, its deposits and its payouts, oldest first. */
export async function traceMoney(
  connection: Connection,
  orderId: OrderId,
): Promise<Pick<Evidence, 'payouts' | 'ledger'>> {
  const order = await findOrder(connection, orderId);
  if (order === null) return { payouts: [], ledger: [] };
  const [payouts, deposits] = await Promise.all([
    listPayouts(connection, orderId),
    listOrderDeposits(connection, order),
  ]);
  const ids = [orderId, ...deposits.map(({ id }) => id), ...payouts.map(({ id }) => id)];
  const postings = await listPostings(connection, SOURCES, ids);
  return {
    payouts: payouts.map(({ attempt, rail, reference, amountKobo, status, sessionId, failureReason, ...more }) => ({
      attempt,
      rail,
      reference,
      amountKobo: String(amountKobo),
      payee: { accountNumber: more.accountNumber, bankName: more.bankName, accountName: more.accountName },
      status,
      sessionId,
      failureReason,
      sentAt: more.sentAt?.toISOString() ?? null,
      settledAt: more.settledAt?.toISOString() ?? null,
    })),
    ledger: postings.map(({ at, source, description, asset, amount, debit, credit }) => ({
      at: at.toISOString(),
      source,
      text: description,
      asset,
      amount: formatUnits(BigInt(amount), findLedgerAsset(asset)?.decimals ?? KOBO_DECIMALS),
      debit,
      credit,
    })),
  };
}
