import { debtsOfCoins, type UserId } from '@kobogate/contract';
import { balances, receivable } from '../../ledger/index.ts';
import type { Connection } from '../../platform/database.ts';

/** Whether a customer owes us coins that theirs of this asset pay, after a deposit that the chain took back. */
export async function owesFor(
  connection: Connection,
  { userId, asset }: { readonly userId: UserId; readonly asset: string },
): Promise<boolean> {
  const debts = await balances(
    connection,
    debtsOfCoins(asset).map((each) => receivable(userId, each)),
  );
  return [...debts.values()].some((owed) => owed > 0n);
}
