import type { Kobo } from '@kobogate/money';
import { stampDutyOn, type UserId } from '@kobogate/contract';
import {
  customer,
  exchange,
  type NewTransaction,
  railFloat,
  receivable,
  stampDutyCost,
  stampDutyDue,
  type Transfer as LedgerTransfer,
  writtenOff,
} from '../../ledger/index.ts';
import type { Transfer } from './transfer.ts';

/** The stamp duty that we owe for a transfer of this amount, if any. */
function dutyFor(amountKobo: Kobo): LedgerTransfer[] {
  const amount = stampDutyOn(amountKobo);
  return amount > 0n ? [{ debit: stampDutyCost(), credit: stampDutyDue(), amount }] : [];
}

/**
 * Naira that a rail has paid to a customer without an order in the books: the customer owes it to us. Once per
 * transfer, for ever. Pure.
 */
export function owedPosting({ id, rail, amountKobo }: Transfer, userId: UserId): NewTransaction {
  return {
    source: 'transfer-owed',
    sourceId: id,
    description: 'Transfer that the books did not know, booked on its receiver',
    transfers: [
      { debit: receivable(userId, 'NGN'), credit: railFloat(rail), amount: amountKobo },
      ...dutyFor(amountKobo),
    ],
  };
}

/** Naira that a rail has paid to an unknown receiver: a loss. Once per transfer, for ever. Pure. */
export function lostPosting({ id, rail, amountKobo }: Transfer): NewTransaction {
  return {
    source: 'transfer-noted',
    sourceId: id,
    description: 'Transfer that the books did not know, noted without a receiver',
    transfers: [{ debit: writtenOff(), credit: railFloat(rail), amount: amountKobo }, ...dutyFor(amountKobo)],
  };
}

/**
 * Undoes `owedPosting`, or `lostPosting` where no receiver is recorded: the naira is with the rail after all. Once per transfer, for
 * ever. Pure.
 */
export function undonePosting(transfer: Transfer): NewTransaction {
  const { transfers } = transfer.userId === null ? lostPosting(transfer) : owedPosting(transfer, transfer.userId);
  return {
    source: 'transfer-undone',
    sourceId: transfer.id,
    description: 'Transfer that did not go through after it was booked',
    transfers: transfers.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
  };
}

/**
 * Settles what a customer owes for a transfer: with coins of their balance, for which the naira was the price, or by
 * writing it off. Once per transfer, for ever. Pure.
 */
export function settledPosting(
  { id, amountKobo }: Transfer,
  userId: UserId,
  coins: { readonly asset: string; readonly amount: bigint } | null,
): NewTransaction {
  const owed = receivable(userId, 'NGN');
  return {
    source: 'transfer-settled',
    sourceId: id,
    description: coins === null ? 'Owed for a transfer, written off' : 'Owed for a transfer, settled with coins',
    transfers:
      coins === null
        ? [{ debit: writtenOff(), credit: owed, amount: amountKobo }]
        : [
            { debit: customer(userId, coins.asset), credit: exchange(coins.asset), amount: coins.amount },
            { debit: exchange('NGN'), credit: owed, amount: amountKobo },
          ],
  };
}
