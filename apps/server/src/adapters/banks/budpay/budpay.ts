import { createHmac } from 'node:crypto';
import type { BankRail } from '../../../payouts/index.ts';
import type { Deadline } from '../../../platform/deadline.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { RailSettings } from '../../../configuration/rails.ts';
import { createBankCaller, type CallOptions } from '../call-bank.ts';
import type { Reply } from '../reply.ts';
import { createCallbackReader, referenceIn } from '../callback-proof.ts';
import { nairaText } from '../naira.ts';
import { isBalance, readBankList, readFloat, readFound, readName, readSent } from './answers.ts';
import { askForStatement } from './statement.ts';

const NAME = 'budpay';

/**
 * The bank rail over BudPay's payout API (devs.budpay.com): amounts are naira texts, bank codes are six-digit NIP codes,
 * bodies are signed, and the query answers with `status` where everything else answers with `success`.
 */
export function createBudpayRail({
  secretKey,
  publicKey,
  log,
  ...options
}: RailSettings['budpay'] & CallOptions & { readonly log: Log }): BankRail {
  const headers = { authorization: `Bearer ${secretKey}` };
  const call = createBankCaller(options, { headers, keyLog: { rail: NAME, log } });
  const post = (
    path: string,
    body: Readonly<Record<string, string>>,
    more: { deadline?: Deadline } = {},
  ): Promise<Reply> =>
    call(path, { ...more, body: JSON.stringify(body), headers: { encryption: signBody(body, publicKey) } });

  return {
    name: NAME,
    refusesRepeats: 'devs.budpay.com: a transfer with a known reference is answered with “Reference already existed”',
    listBanks: async () => {
      const banks = readBankList(await call('/bank_list/NGN'));
      if (banks === null) throw dependencyDown(NAME, 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const body = { bank_code: bankCode, account_number: accountNumber, currency: 'NGN' };
      return readName(await post('/account_name_verify', body));
    },
    isUp: async () => isBalance(await call('/wallet_balance/NGN')),
    floatKobo: async () => readFloat(await call('/wallet_balance/NGN')),
    send: async ({ reference, amountKobo, bankCode, bankName, accountNumber, narration }, deadline) => {
      const body = {
        currency: 'NGN',
        amount: nairaText(amountKobo),
        bank_code: bankCode,
        bank_name: bankName,
        account_number: accountNumber,
        narration,
        reference,
      };
      return readSent(await post('/bank_transfer', body, { deadline }), reference);
    },
    find: async (reference) => readFound(await call(`/payout/${encodeURIComponent(reference)}`), reference),
    statement: (stretch) => askForStatement(call, stretch),
  };
}

/** Reads callbacks. BudPay's signature does not depend on the body and proves nothing, so none is required. */
export const readBudpayCallback = createCallbackReader(referenceIn('data'), () => true);

/** Hex HMAC-SHA512 of the JSON payload with its keys in alphabetical order, keyed with the public key. */
export function signBody(body: Readonly<Record<string, string>>, publicKey: string): string {
  const sorted = Object.fromEntries(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha512', publicKey).update(JSON.stringify(sorted)).digest('hex');
}
