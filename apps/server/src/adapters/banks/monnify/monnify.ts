import { stringify } from 'lossless-json';
import type { BankRail, ReadCallback } from '../../../payouts/index.ts';
import type { Deadline } from '../../../platform/deadline.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { RailSettings } from '../../../configuration/rails.ts';
import { notSent } from '../bank-words.ts';
import { createBankCaller, type CallBank, type CallOptions } from '../call-bank.ts';
import type { Reply } from '../reply.ts';
import { createCallbackReader, isSigned, referenceIn } from '../callback-proof.ts';
import { nairaNumber } from '../naira.ts';
import { isBalance, readBankList, readFloat, readFound, readName, readSent } from './answers.ts';
import { collectPages } from '../statement-pages.ts';
import { createSession } from './session.ts';
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
  const session = createSession(createBankCaller(options, { headers, keyLog: { rail: NAME, log } }));
  const { ask, send } = createEnteredCalls(session, createBankCaller(options));
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

/** Calls with a token. A query is repeated once where the token has expired; a transfer is never sent again. */
function createEnteredCalls(session: ReturnType<typeof createSession>, call: CallBank) {
  async function enterAndCall(
    path: string,
    instruction: { readonly body?: string; readonly deadline?: Deadline } = {},
  ): Promise<{ readonly kind: 'sent' | 'not-sent'; readonly reply: Reply }> {
    const entry = await session.enter();
    if (entry.kind === 'out') return { kind: 'not-sent', reply: entry.reply };
    const headers = { authorization: `Bearer ${entry.token}` };
    const reply = await call(path, { ...instruction, headers });
    if (isTokenRefused(reply)) session.forget(entry.token);
    return { kind: 'sent', reply };
  }
  return {
    ask: async (path: string): Promise<Reply> => {
      const { reply } = await enterAndCall(path);
      return isTokenRefused(reply) ? (await enterAndCall(path)).reply : reply;
    },
    send: enterAndCall,
  };
}

const isTokenRefused = (reply: Reply): boolean => reply.kind === 'answered' && reply.status === 401;

/** Reads callbacks that carry the HMAC-SHA512 of their own bytes, made with the client secret. */
export function createMonnifyCallbacks({ secretKey }: Pick<RailSettings['monnify'], 'secretKey'>): ReadCallback {
  return createCallbackReader(referenceIn('eventData'), (callback) =>
    isSigned(callback, 'monnify-signature', secretKey),
  );
}
