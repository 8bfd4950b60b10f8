import { stringify } from 'lossless-json';
import type { BankRail, ReadCallback } from '../../../payouts/index.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { RailSettings } from '../../../configuration/rails.ts';
import { notSent } from '../bank-words.ts';
import { createBankCaller, type CallOptions } from '../call-bank.ts';
import type { Reply } from '../reply.ts';
import { createCallbackReader, isSigned, referenceIn } from '../callback-proof.ts';
import { nairaNumber } from '../naira.ts';
import { isBalance, readBankList, readFloat, readFound, readLogin, readName, readSent } from './answers.ts';
import { createEnteredCalls } from '../session.ts';
import { collectPages } from '../statement-pages.ts';
import { readStatementPage } from './statement.ts';

const NAME = 'monnify';

/**
 * The bank rail over Monnify's disbursements (developers.monnify.com): a login first, amounts in naira as JSON numbers,
 * its own bank codes, and an envelope that also says success around a failure.
 */
export function createMonnifyRail({
  apiKey,
  secretKey,
  sourceAccount,
  log,
  ...options
}: RailSettings['monnify'] & CallOptions & { readonly log: Log }): BankRail {
  const credentials = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  const enter = createBankCaller(options, { headers, keyLog: { rail: NAME, log } });
  const logIn = (): Promise<Reply> => enter('/api/v1/auth/login', { body: '{}' });
  const { ask, send } = createEnteredCalls({ logIn, readLogin }, createBankCaller(options));
  const wallet = new URLSearchParams({ accountNumber: sourceAccount }).toString();
  const askBalance = (): Promise<Reply> => ask(`/api/v2/disbursements/wallet-balance?${wallet}`);
  return {
    name: NAME,
    listBanks: async () => {
      const banks = readBankList(await ask('/api/v1/banks'));
      if (banks === null) throw dependencyDown(NAME, 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const query = new URLSearchParams({ accountNumber, bankCode });
      return readName(await ask(`/api/v1/disbursements/account/validate?${query.toString()}`));
    },
    isUp: async () => isBalance(await askBalance()),
    floatKobo: async () => readFloat(await askBalance()),
    send: async ({ reference, amountKobo, bankCode, accountNumber, accountName, narration }, deadline) => {
      const body = {
        amount: nairaNumber(amountKobo),
        reference,
        narration,
        destinationBankCode: bankCode,
        destinationAccountNumber: accountNumber,
        destinationAccountName: accountName,
        currency: 'NGN',
        sourceAccountNumber: sourceAccount,
        // Monnify answers as soon as it has accepted the transfer: waiting for the other bank is what times out.
        async: true,
      };
      const sent = await send('/api/v2/disbursements/single', { body: stringify(body) ?? '', deadline });
      return sent.kind === 'not-sent' ? notSent(sent.reply) : readSent(sent.reply, reference);
    },
    find: async (reference) => {
      const query = new URLSearchParams({ reference });
      return readFound(await ask(`/api/v2/disbursements/single/summary?${query.toString()}`), reference);
    },
    statement: (stretch) => {
      const dates = { startDate: String(stretch.from.getTime()), endDate: String(stretch.to.getTime()) };
      const query = (page: number) =>
        new URLSearchParams({
          sourceAccountNumber: sourceAccount,
          pageNo: String(page - 1),
          pageSize: '100',
          ...dates,
        });
      const search = '/api/v2/disbursements/search-transactions';
      return collectPages((page) => ask(`${search}?${query(page).toString()}`), readStatementPage, stretch);
    },
  };
}

/** Reads callbacks that carry the HMAC-SHA512 of their own bytes, made with the client secret. */
export function createMonnifyCallbacks({ secretKey }: Pick<RailSettings['monnify'], 'secretKey'>): ReadCallback {
  return createCallbackReader(referenceIn('eventData'), (callback) =>
    isSigned(callback, 'monnify-signature', secretKey),
  );
}
