import { nairaNumber } from '../amounts.ts';
import type { CallbackMessage } from '../callbacks.ts';
import { hmacSha512 } from '../signature.ts';
import type { StatementLine } from '../statement.ts';
import type { Transfer, TransferStatus } from '../transfer.ts';

/** Keys of the sandbox's one Monnify merchant: sample values that open nothing anywhere else. */
export const MONNIFY_API_KEY = 'MK_TEST_KOBOGATESANDBOX';
export const MONNIFY_SECRET_KEY = 'KOBOGATESANDBOXMONNIFYSECRET';
export const MONNIFY_SOURCE_ACCOUNT = '8016472829';

const STATUSES: Readonly<Record<TransferStatus, string>> = {
  pending: 'PENDING',
  success: 'SUCCESS',
  failed: 'FAILED',
  reversed: 'REVERSED',
};
const EVENTS: Readonly<Record<TransferStatus, string>> = {
  pending: 'PENDING_DISBURSEMENT',
  success: 'SUCCESSFUL_DISBURSEMENT',
  failed: 'FAILED_DISBURSEMENT',
  reversed: 'REVERSED_DISBURSEMENT',
};

/** The `responseBody` of a transfer, in the answer to it, in the query and in the callback; amounts are naira. */
export function transferBody(transfer: Transfer, status: TransferStatus): Record<string, unknown> {
  return {
    amount: nairaNumber(BigInt(transfer.amountKobo)),
    reference: transfer.reference,
    transactionReference: `MFDS${transfer.acceptedAt}`,
    narration: transfer.narration,
    currency: 'NGN',
    status: STATUSES[status],
    transactionDescription: status === 'failed' ? 'Destination bank not available' : '',
    dateCreated: new Date(transfer.acceptedAt).toISOString(),
    totalFee: nairaNumber(BigInt(transfer.feeKobo)),
    sessionId: status === 'pending' ? null : transfer.sessionId,
    destinationAccountNumber: transfer.accountNumber,
    destinationAccountName: transfer.accountName,
    destinationBankName: transfer.bankName,
  };
}

/** A transfer as the search lists it: its fee and time have other names there. */
export function searchedBody({ id, transfer, status }: StatementLine): Record<string, unknown> {
  const { totalFee, dateCreated, ...rest } = transferBody(transfer, status);
  return { ...rest, fee: totalFee, createdOn: dateCreated, transactionReference: `MFDS${id}` };
}

/** A callback, its raw body signed with the client secret. */
export function monnifyCallback(transfer: Transfer, status: TransferStatus): CallbackMessage {
  const body = JSON.stringify({ eventType: EVENTS[status], eventData: transferBody(transfer, status) });
  return { body, signatureHeader: 'monnify-signature', signature: hmacSha512(MONNIFY_SECRET_KEY, body) };
}
