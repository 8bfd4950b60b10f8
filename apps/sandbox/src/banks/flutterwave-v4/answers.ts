import { createHmac } from 'node:crypto';
import { nairaNumber } from '../amounts.ts';
import type { CallbackMessage } from '../callbacks.ts';
import type { Transfer, TransferStatus } from '../transfer.ts';

/** Keys of the sandbox's one merchant on v4: sample values that open nothing anywhere else. */
export const FLUTTERWAVE_V4_CLIENT_ID = 'kobogate-sandbox-client';
export const FLUTTERWAVE_V4_CLIENT_SECRET = 'kobogate-sandbox-client-secret';
export const FLUTTERWAVE_V4_CALLBACK_HASH = 'kobogate-sandbox-v4-callback-hash';

const STATUSES: Readonly<Record<TransferStatus, string>> = {
  pending: 'PENDING',
  success: 'SUCCESSFUL',
  failed: 'FAILED',
  reversed: 'FAILED',
};
const REMARKS: Readonly<Record<TransferStatus, { type: string; message: string } | null>> = {
  pending: null,
  success: { type: 'transfer_successful', message: 'Transaction was successful' },
  failed: { type: 'transfer_failed', message: 'Destination bank not available' },
  reversed: { type: 'transfer_failed', message: 'Transfer was reversed by the destination bank' },
};

/** The `data` of a transfer, in the answer to it, in the list and in the callback; amounts are naira. */
export function transferData(
  transfer: Transfer,
  status: TransferStatus,
  { id = `trf_${transfer.acceptedAt}`, word = STATUSES[status] } = {},
) {
  const made = new Date(transfer.acceptedAt).toISOString();
  return {
    id,
    type: 'bank',
    action: 'instant',
    reference: transfer.reference,
    status: word,
    narration: transfer.narration,
    source_currency: 'NGN',
    destination_currency: 'NGN',
    amount: { value: nairaNumber(BigInt(transfer.amountKobo)), applies_to: 'destination_currency' },
    fee: { currency: 'NGN', value: nairaNumber(BigInt(transfer.feeKobo)) },
    recipient: {
      type: 'bank',
      name: transfer.accountName,
      bank: { account_number: transfer.accountNumber, code: transfer.bankCode },
    },
    ...(status === 'reversed'
      ? { reversal: { reversal_datetime: made, initial_status: 'SUCCESSFUL', reconciliation_type: 'C' } }
      : {}),
    ...(REMARKS[status] === null ? {} : { provider_response: { code: '00', ...REMARKS[status] } }),
    meta: {},
    created_datetime: made,
  };
}

/** A callback, its raw body signed with the merchant's secret hash. */
export function flutterwaveV4Callback(transfer: Transfer, status: TransferStatus): CallbackMessage {
  const { id, ...rest } = transferData(transfer, status);
  const body = JSON.stringify({
    webhook_id: `wbk_${transfer.acceptedAt}`,
    timestamp: Date.now(),
    type: 'transfer.disburse',
    data: { id, ...rest },
  });
  const signature = createHmac('sha256', FLUTTERWAVE_V4_CALLBACK_HASH).update(body).digest('base64');
  return { body, signatureHeader: 'flutterwave-signature', signature };
}
