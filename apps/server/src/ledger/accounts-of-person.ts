import { ASSETS, STRAY_ASSETS, type UserId } from '@kobogate/contract';
import { customer, held, payable, receivable, refunding, suspense } from './chart.ts';

/** The codes of all accounts that a person may have, opened or not. Pure. */
export function accountsOfPerson(userId: UserId): string[] {
  const assets = [...ASSETS, ...STRAY_ASSETS].map(({ code }) => code);
  const ofCoins = [customer, held, suspense, refunding, receivable].flatMap((account) =>
    assets.map((asset) => account(userId, asset).code),
  );
  return [...new Set([...ofCoins, payable(userId).code, receivable(userId, 'NGN').code])];
}
