import { stringify } from 'lossless-json';
import type { BankRail, ReadCallback } from '../../../payouts/index.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { RailSettings } from '../../../configuration/rails.ts';
import { createBankCaller, type CallOptions } from '../call-bank.ts';
import { createCallbackReader, isSameText, referenceIn } from '../callback-proof.ts';
import { nairaNumber } from '../naira.ts';
import { isBalance, readBankList, readFloat, readFound, readName, readSent } from './answers.ts';
import { collectPages } from '../statement-pages.ts';
import { daysAround, readStatementPage } from './statement.ts';

const NAME = 'flutterwave';

/**
 * The bank rail over Flutterwave's v3 transfers (developer.flutterwave.com): amounts are naira as JSON numbers, bank
 * codes those of the central bank, and a reference is found in the list of transfers. It has no status for a reversal:
 * a transfer that came back is failed.
 */
export function createFlutterwaveRail({
  url,
  secretKey,
  log,
  ...options
}: Omit<RailSettings['flutterwave'], 'callbackHash'> & CallOptions & { readonly log: Log }): BankRail {
  const headers = { authorization: `Bearer ${secretKey}` };
  const call = createBankCaller({ ...options, url }, { headers, keyLog: { rail: NAME, log } });
  return {
    name: NAME,
    listBanks: async () => {
      const banks = readBankList(await call('/banks/NG'));
      if (banks === null) throw dependencyDown(NAME, 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const body = JSON.stringify({ account_number: accountNumber, account_bank: bankCode });
      return readName(await call('/accounts/resolve', { body }));
    },
    isUp: async () => isBalance(await call('/balances/NGN')),
    floatKobo: async () => readFloat(await call('/balances/NGN')),
    send: async ({ reference, amountKobo, bankCode, accountNumber, narration }, deadline) => {
      const body = {
        account_bank: bankCode,
        account_number: accountNumber,
        amount: nairaNumber(amountKobo),
        narration,
        currency: 'NGN',
        debit_currency: 'NGN',
        reference,
      };
      return readSent(await call('/transfers', { body: stringify(body) ?? '', deadline }), reference);
    },
    find: async (reference) =>
      readFound(await call(`/transfers?reference=${encodeURIComponent(reference)}`), reference),
    statement: (stretch) => {
      const days = daysAround(stretch.from, stretch.to);
      const query = (page: number) => new URLSearchParams({ page: String(page), ...days });
      return collectPages((page) => call(`/transfers?${query(page).toString()}`), readStatementPage, stretch);
    },
  };
}

/** Reads callbacks that carry the merchant's secret hash. It is the same every time and does not cover the body. */
export function createFlutterwaveCallbacks({
  callbackHash,
}: Pick<RailSettings['flutterwave'], 'callbackHash'>): ReadCallback {
  return createCallbackReader(referenceIn('data'), ({ header }) =>
    isSameText(header('verif-hash') ?? '', callbackHash),
  );
}
