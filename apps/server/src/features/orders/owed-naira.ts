import { formatNaira } from '@kobogate/money';
import { balance } from '../../ledger/balances.ts';
import { receivable } from '../../ledger/chart.ts';
import type { Transaction } from '../../platform/database.ts';

/** What a customer has had in naira, in kobo, without an order that it was for: no order of theirs is paid before it is settled. */
export const owedNaira = (tx: Transaction, userId: string): Promise<bigint> => balance(tx, receivable(userId, 'NGN'));

/** Why an order of theirs waits, in words that its owner may read. Pure. */
export const hasHadNaira = (owedKobo: bigint): string =>
  `${formatNaira(owedKobo)} was paid to this account already, by a transfer that no order here stands for. A person settles ` +
  'that first; the coins are safe.';
