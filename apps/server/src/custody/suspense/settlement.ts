import { findLedgerAsset, networkNameOf, type UserId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { customer, exchange, type NewTransaction, receivable, writtenOff } from '../../ledger/index.ts';

/** Coins of an asset of the ledger, in its smallest units. */
export interface Coins {
  readonly asset: string;
  readonly amount: bigint;
}

/** How all that is owed of an asset is settled: with other coins of its customer, or null, written off. */
export interface Settlement extends Coins {
  readonly paid: Coins | null;
}

/** Coins as people read them: the coin with its network, and the amount in whole coins. Pure. */
export function presentCoins({ asset: code, amount }: Coins): { asset: string; title: string; amount: string } {
  const asset = findLedgerAsset(code);
  if (asset === undefined) return { asset: code, title: code, amount: String(amount) };
  return {
    asset: code,
    title: `${asset.currency} on ${networkNameOf(asset)}`,
    amount: formatUnits(amount, asset.decimals),
  };
}

/** Coins in words, such as `5 USDT on Ethereum`. Pure. */
export function coinsText(coins: Coins): string {
  const { title, amount } = presentCoins(coins);
  return `${amount} ${title}`;
}

/** A settlement in a sentence. Pure. */
export const describeSettlement = ({ paid, ...owed }: Settlement): string =>
  paid === null ? `${coinsText(owed)} is written off.` : `${coinsText(owed)} is settled with ${coinsText(paid)}.`;

/** Whether two people say the same. Pure. */
export const isSameSettlement = (one: Settlement, other: Settlement): boolean =>
  one.asset === other.asset &&
  one.amount === other.amount &&
  one.paid?.asset === other.paid?.asset &&
  one.paid?.amount === other.paid?.amount;

/** The posting of a settlement, once for ever: a loss, or coins of the customer that become ours. Pure. */
export function settlementPosting(id: string, userId: UserId, { asset, amount, paid }: Settlement): NewTransaction {
  const owed = receivable(userId, asset);
  return {
    source: 'debt-settled',
    sourceId: id,
    description:
      paid === null ? 'Coins that a customer owed, written off' : 'Coins that a customer owed, settled with others',
    transfers:
      paid === null
        ? [{ debit: writtenOff(asset), credit: owed, amount }]
        : [
            { debit: customer(userId, paid.asset), credit: exchange(paid.asset), amount: paid.amount },
            { debit: exchange(asset), credit: owed, amount },
          ],
  };
}
