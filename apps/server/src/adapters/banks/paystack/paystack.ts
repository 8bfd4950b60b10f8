import { stringify } from 'lossless-json';
import type { BankRail, PayoutInstruction, ReadCallback } from '../../../payouts/index.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { RailSettings } from '../../../configuration/rails.ts';
import { createBankCaller, type CallOptions } from '../call-bank.ts';
import type { Reply } from '../reply.ts';
import { createCallbackReader, isSigned, referenceIn } from '../callback-proof.ts';
import {
  isBalance,
  readBankList,
  readFloat,
  readFound,
  readName,
  readRecipient,
  readSent,
  refusedRecipient,
  waitsForOtp,
} from './answers.ts';
import { collectPages } from '../statement-pages.ts';
import { readStatementPage } from './statement.ts';

const NAME = 'paystack';

/**
 * The bank rail over Paystack's transfers (paystack.com/docs/transfers): amounts are whole kobo, bank codes its own of
 * 3, 5 or 6 digits, references 16 to 50 of `a-z 0-9 - _`. An account becomes a recipient first, which moves no money
 * and returns the same recipient when repeated.
 */
export function createPaystackRail({
  secretKey,
  log,
  ...options
}: RailSettings['paystack'] & CallOptions & { readonly log: Log }): BankRail {
  const headers = { authorization: `Bearer ${secretKey}` };
  const call = createBankCaller(options, { headers, keyLog: { rail: NAME, log } });

  const requestRecipient = ({ accountName, accountNumber, bankCode }: PayoutInstruction): Promise<Reply> =>
    call('/transferrecipient', {
      body: JSON.stringify({
        type: 'nuban',
        name: accountName,
        account_number: accountNumber,
        bank_code: bankCode,
        currency: 'NGN',
      }),
    });

  return {
    name: NAME,
    refusesRepeats:
      'paystack.com/docs/transfers/single-transfers: retry with the same reference to avoid double crediting',
    listBanks: async () => {
      const banks = readBankList(await call('/bank?currency=NGN'));
      if (banks === null) throw dependencyDown(NAME, 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
      return readName(await call(`/bank/resolve?${query.toString()}`));
    },
    isUp: async () => isBalance(await call('/balance')),
    floatKobo: async () => readFloat(await call('/balance')),
    send: async (instruction, deadline) => {
      const { reference, amountKobo, narration } = instruction;
      const asked = await requestRecipient(instruction);
      const recipient = readRecipient(asked);
      if (recipient === null) return refusedRecipient(asked);
      const body = { source: 'balance', amount: amountKobo, currency: 'NGN', recipient, reference, reason: narration };
      const reply = await call('/transfer', { body: stringify(body) ?? '', deadline });
      if (waitsForOtp(reply)) {
        log.error({ rail: NAME, reference }, 'Paystack waits for a one-time password: switch it off for transfers');
      }
      return readSent(reply, reference);
    },
    find: async (reference) => readFound(await call(`/transfer/verify/${encodeURIComponent(reference)}`), reference),
    statement: (stretch) => {
      const dates = { from: stretch.from.toISOString(), to: stretch.to.toISOString() };
      const query = (page: number) => new URLSearchParams({ perPage: '100', page: String(page), ...dates });
      return collectPages((page) => call(`/transfer?${query(page).toString()}`), readStatementPage, stretch);
    },
  };
}

/** Reads callbacks that carry the HMAC-SHA512 of their own bytes, made with the secret key. */
export function createPaystackCallbacks({ secretKey }: Pick<RailSettings['paystack'], 'secretKey'>): ReadCallback {
  return createCallbackReader(referenceIn('data'), (callback) => isSigned(callback, 'x-paystack-signature', secretKey));
}
