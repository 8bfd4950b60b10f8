import { formatUnits } from '@kobogate/money';
import type { BankRail } from '../../../features/payouts/bank-rail.ts';
import { dependencyDown } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { isBalance, KOBO_DECIMALS, readBankList, readFloat, readFound, readName, readSent } from './answers.ts';
import { createRequest, type Reply } from './request.ts';

export interface BudpayOptions {
  /** Without the slash at its end, such as `https://api.budpay.com/api/v2`. */
  readonly url: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly log: Log;
}

/**
 * The bank rail over BudPay's payout API (devs.budpay.com): amounts are naira texts, bank codes are six-digit NIP codes,
 * and the query answers with `status` where everything else answers with `success`.
 */
export function createBudpayRail({ log, ...options }: BudpayOptions): BankRail {
  const request = createRequest(options);

  /** A refused key is the operator's to mend, and no payout moves until it is. */
  function warnOfKey(reply: Reply): Reply {
    if (reply.kind === 'answered' && reply.status === 401) log.error({ rail: 'budpay' }, 'BudPay refuses our key');
    return reply;
  }

  return {
    name: 'budpay',
    listBanks: async () => {
      const banks = readBankList(warnOfKey(await request('/bank_list/NGN')));
      if (banks === null) throw dependencyDown('budpay', 'Failed to load banks list');
      return banks;
    },
    resolveAccount: async ({ bankCode, accountNumber }) => {
      const body = { bank_code: bankCode, account_number: accountNumber, currency: 'NGN' };
      return readName(warnOfKey(await request('/account_name_verify', body)));
    },
    isUp: async () => isBalance(warnOfKey(await request('/wallet_balance/NGN'))),
    floatKobo: async () => readFloat(warnOfKey(await request('/wallet_balance/NGN'))),
    send: async (instruction) => {
      const { reference, amountKobo, bankCode, bankName, accountNumber, narration } = instruction;
      const reply = await request('/bank_transfer', {
        currency: 'NGN',
        amount: formatUnits(amountKobo, KOBO_DECIMALS),
        bank_code: bankCode,
        bank_name: bankName,
        account_number: accountNumber,
        narration,
        reference,
      });
      return readSent(warnOfKey(reply), reference);
    },
    find: async (reference) =>
      readFound(warnOfKey(await request(`/payout/${encodeURIComponent(reference)}`)), reference),
  };
}
