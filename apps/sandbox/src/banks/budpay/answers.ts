import { naira } from '../amounts.ts';
import type { CallbackMessage } from '../callbacks.ts';
import type { StatementLine } from '../statement.ts';
import type { Transfer, TransferStatus } from '../transfer.ts';
import { CALLBACK_SIGNATURE } from './signature.ts';

/** The `data` of a transfer, in the answer to it, in the query and in the callback. */
export function transferData(transfer: Transfer, status: TransferStatus): Record<string, unknown> {
  return {
    reference: transfer.reference,
    sessionid: transfer.sessionId,
    currency: 'NGN',
    amount: naira(BigInt(transfer.amountKobo)),
    fee: naira(BigInt(transfer.feeKobo)),
    bank_code: transfer.bankCode,
    bank_name: transfer.bankName,
    account_number: transfer.accountNumber,
    account_name: transfer.accountName,
    narration: transfer.narration,
    domain: 'test',
    status,
    created_at: new Date(transfer.acceptedAt).toISOString(),
  };
}

/** What a payout left in the wallet's history: a debit with the fee in it, and a credit where the naira came back. */
export function walletEntries({ id, transfer, status }: StatementLine): Record<string, unknown>[] {
  const amount = BigInt(transfer.amountKobo);
  const entry = {
    id,
    wallet_id: 1,
    type: 'payout',
    debit: 'yes',
    currency: 'NGN',
    domain: 'test',
    amount: naira(amount + BigInt(transfer.feeKobo)),
    note: `Payout with ${transfer.reference}`,
    status: status === 'reversed' ? 'success' : status,
    reference: transfer.reference,
    created_at: new Date(transfer.acceptedAt).toISOString(),
  };
  const back = { ...entry, id: -id, type: 'refund', debit: 'no', amount: naira(amount), status: 'success' };
  return status === 'reversed' ? [back, entry] : [entry];
}

const NOTIFY_TYPES: Readonly<Record<TransferStatus, string>> = {
  pending: 'pending',
  success: 'successful',
  failed: 'failed',
  // The provider documents no kind of its own for this: the data's status shows it.
  reversed: 'failed',
};

/** A callback. Its signature does not depend on its content. */
export function budpayCallback(transfer: Transfer, status: TransferStatus): CallbackMessage {
  const body = { notify: 'payout', notifyType: NOTIFY_TYPES[status], data: transferData(transfer, status) };
  return { body: JSON.stringify(body), signatureHeader: 'merchantsignature', signature: CALLBACK_SIGNATURE };
}
