import type { Bank } from '../bank-names.ts';
import type { CallbackMessage } from '../callbacks.ts';
import { hmacSha512 } from '../signature.ts';
import type { Transfer, TransferStatus } from '../transfer.ts';

/** Key of the sandbox's one Paystack merchant: a sample value that opens nothing anywhere else. */
export const PAYSTACK_SECRET_KEY = 'sk_test_kobogatesandboxpaystack';

/** The `data` of a transfer, in the answer to it, in the query and in the callback; amounts are kobo. */
export function transferData(transfer: Transfer, status: TransferStatus): Record<string, unknown> {
  return {
    reference: transfer.reference,
    amount: Number(transfer.amountKobo),
    currency: 'NGN',
    source: 'balance',
    reason: transfer.narration,
    status,
    transfer_code: `TRF_${transfer.acceptedAt}`,
    id: transfer.acceptedAt,
    fee_charged: Number(transfer.feeKobo),
    session: { provider: 'nip', id: status === 'pending' ? null : transfer.sessionId },
    recipient: { details: { account_number: transfer.accountNumber, bank_name: transfer.bankName } },
    gateway_response: status === 'failed' ? 'Destination bank not available' : null,
    createdAt: new Date(transfer.acceptedAt).toISOString(),
  };
}

/** A code that names the account itself, so that a recipient outlives a restart and a second one is the first. */
export const recipientCode = (bankCode: string, accountNumber: string): string => `RCP_${bankCode}x${accountNumber}`;

/** The account behind a recipient's code, or null. */
export function readRecipient(code: string, banks: readonly Bank[]): { bank: Bank; accountNumber: string } | null {
  const { bankCode, accountNumber } = /^RCP_(?<bankCode>\d+)x(?<accountNumber>\d{10})$/.exec(code)?.groups ?? {};
  const bank = banks.find(({ localCode }) => localCode !== undefined && localCode === bankCode);
  return bank === undefined || accountNumber === undefined ? null : { bank, accountNumber };
}

/** A callback, its raw body signed with the secret key. */
export function paystackCallback(transfer: Transfer, status: TransferStatus): CallbackMessage {
  const body = JSON.stringify({ event: `transfer.${status}`, data: transferData(transfer, status) });
  return { body, signatureHeader: 'x-paystack-signature', signature: hmacSha512(PAYSTACK_SECRET_KEY, body) };
}
