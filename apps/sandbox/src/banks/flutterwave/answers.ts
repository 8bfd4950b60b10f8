import { nairaNumber } from '../amounts.ts';
import type { CallbackMessage } from '../callbacks.ts';
import type { Transfer, TransferStatus } from '../transfer.ts';

/** Keys of the sandbox's one Flutterwave merchant: sample values that open nothing anywhere else. */
export const FLUTTERWAVE_SECRET_KEY = 'FLWSECK_TEST-kobogatesandbox';
export const FLUTTERWAVE_CALLBACK_HASH = 'kobogate-sandbox-callback-hash';

const STATUSES: Readonly<Record<TransferStatus, string>> = {
  pending: 'PENDING',
  success: 'SUCCESSFUL',
  failed: 'FAILED',
  // The provider has no status of its own for money that came back.
  reversed: 'FAILED',
};
const REMARKS: Readonly<Record<TransferStatus, string>> = {
  pending: '',
  success: 'Transaction was successful',
  failed: 'DISBURSE FAILED: Destination bank not available',
  reversed: 'Transfer was reversed by the destination bank',
};

/** The `data` of a transfer, in the answer to it, in the query and in the callback; amounts are naira. */
export function transferData(transfer: Transfer, status: TransferStatus, word = STATUSES[status]) {
  return {
    id: transfer.acceptedAt,
    account_number: transfer.accountNumber,
    bank_code: transfer.bankCode,
    bank_name: transfer.bankName,
    full_name: transfer.accountName,
    created_at: new Date(transfer.acceptedAt).toISOString(),
    currency: 'NGN',
    debit_currency: 'NGN',
    amount: nairaNumber(BigInt(transfer.amountKobo)),
    fee: nairaNumber(BigInt(transfer.feeKobo)),
    status: word,
    reference: transfer.reference,
    narration: transfer.narration,
    complete_message: REMARKS[status],
    requires_approval: 0,
    is_approved: 1,
  };
}

/** A callback. Its header is the merchant's fixed secret: it proves nothing about the body. */
export function flutterwaveCallback(transfer: Transfer, status: TransferStatus): CallbackMessage {
  const body = { event: 'transfer.completed', 'event.type': 'Transfer', data: transferData(transfer, status) };
  return { body: JSON.stringify(body), signatureHeader: 'verif-hash', signature: FLUTTERWAVE_CALLBACK_HASH };
}
