import { findLedgerAsset, type FoundPaymentView, networkNameOf } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { worthText } from '../deposits/deposit.ts';
import { type FoundPayment, listPayments, listUnpaidRefunds, type RefundCandidate } from './db.ts';
import { isPaymentOf } from './explain-payment.ts';

/**
 * Payments by transactions that the books did not know, for administrators: those that wait first, with the refunds
 * that match.
 */
export async function listFound({
  database,
  currentRates,
}: {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
}): Promise<FoundPaymentView[]> {
  const [payments, rates] = await Promise.all([listPayments(database), currentRates()]);
  const assets = new Set(payments.flatMap(({ kind, asset }) => (kind === null ? asset : [])));
  const refunds = new Map<string, readonly RefundCandidate[]>();
  for (const asset of assets) refunds.set(asset, await listUnpaidRefunds(database, asset));
  return payments.map((payment) =>
    Object.assign(describe(payment, refunds.get(payment.asset) ?? []), { nairaKobo: worthText(payment, rates) }),
  );
}

function describe(payment: FoundPayment, refunds: readonly RefundCandidate[]): Omit<FoundPaymentView, 'nairaKobo'> {
  const { id, asset: code, amount, address, txid, foundAt, kind, customer, reason, decidedBy, decidedAt } = payment;
  const asset = findLedgerAsset(code);
  return {
    id,
    currency: asset?.currency ?? code,
    network: payment.network,
    networkName: asset === undefined ? payment.network : networkNameOf(asset),
    amount: asset === undefined ? String(amount) : formatUnits(amount, asset.decimals),
    address,
    transaction: txid,
    foundAt: foundAt.toISOString(),
    candidates: refunds
      .filter((refund) => isPaymentOf(payment, refund))
      .map((refund) => ({ refundId: refund.id, customerEmail: refund.customerEmail })),
    explained:
      kind === null || decidedAt === null
        ? null
        : { kind, customerEmail: customer, reason: reason ?? '', by: decidedBy ?? '', at: decidedAt.toISOString() },
  };
}
