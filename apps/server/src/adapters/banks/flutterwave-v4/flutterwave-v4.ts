import { createHmac } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { RailSettings } from '../../../configuration/rails.ts';
import type { BankRail, ReadCallback } from '../../../payouts/index.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { notSent } from '../bank-words.ts';
import { createBankCaller, type CallOptions } from '../call-bank.ts';
import { createCallbackReader, isSameText, referenceIn } from '../callback-proof.ts';
import { nairaNumber } from '../naira.ts';
import type { Reply } from '../reply.ts';
import { createEnteredCalls } from '../session.ts';
import { isBalance, readBankList, readFloat } from '../flutterwave/answers.ts';
import { readLogin, readName, readSent } from './answers.ts';
import { findInList, listStatement } from './list.ts';

const NAME = 'flutterwave-v4';

/**
 * The bank rail over Flutterwave's v4 transfers (developer.flutterwave.com): a token by OAuth's client credentials first,
 * amounts in naira as JSON numbers, bank codes those of the central bank. Our reference is the key of the instruction too,
 * by which Flutterwave makes no second transfer; this program still sends it once. Balances and the list of banks are as on v3.
 */
export function createFlutterwaveV4Rail({
  url,
  tokenUrl,
  clientId,
  clientSecret,
  log,
  ...options
}: Omit<RailSettings['flutterwave-v4'], 'callbackHash'> & CallOptions & { readonly log: Log }): BankRail {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const enter = createBankCaller({ ...options, url: tokenUrl }, { headers: form, keyLog: { rail: NAME, log } });
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const logIn = (): Promise<Reply> => enter('', { body: new URLSearchParams(credentials).toString() });
  const { ask, send } = createEnteredCalls({ logIn, readLogin }, createBankCaller({ ...options, url }));
  const askBalance = (): Promise<Reply> => ask('/wallets/balances/NGN');
  return {
    name: NAME,
    listBanks: async () => {
      const banks = readBankList(await ask('/banks?country=NG'));
      if (banks === null) throw dependencyDown(NAME, 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const body = JSON.stringify({ account: { code: bankCode, number: accountNumber }, currency: 'NGN' });
      return readName(await ask('/banks/account-resolve', { body }));
    },
    isUp: async () => isBalance(await askBalance()),
    floatKobo: async () => readFloat(await askBalance()),
    send: async ({ reference, amountKobo, bankCode, accountNumber, narration }, deadline) => {
      const body = {
        action: 'instant',
        type: 'bank',
        reference,
        narration,
        payment_instruction: {
          source_currency: 'NGN',
          destination_currency: 'NGN',
          amount: { value: nairaNumber(amountKobo), applies_to: 'destination_currency' },
          recipient: { bank: { account_number: accountNumber, code: bankCode } },
        },
      };
      const headers = { 'x-idempotency-key': reference, 'x-trace-id': reference };
      const sent = await send('/direct-transfers', { body: stringify(body) ?? '', deadline, headers });
      return sent.kind === 'not-sent' ? notSent(sent.reply) : readSent(sent.reply, reference);
    },
    find: (reference) => findInList(ask, reference),
    statement: (stretch) => listStatement(ask, stretch),
  };
}

/** Reads callbacks that carry the base64 HMAC-SHA256 of their own bytes, made with the merchant's secret hash. */
export function createFlutterwaveV4Callbacks({
  callbackHash,
}: Pick<RailSettings['flutterwave-v4'], 'callbackHash'>): ReadCallback {
  return createCallbackReader(referenceIn('data'), ({ body, header }) =>
    isSameText(header('flutterwave-signature') ?? '', createHmac('sha256', callbackHash).update(body).digest('base64')),
  );
}
