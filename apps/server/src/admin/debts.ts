import { ASSETS, findLedgerAsset, networkNameOf, STRAY_ASSETS, type UserId } from '@kobogate/contract';
import { formatNaira, formatUnits, toKobo } from '@kobogate/money';
import { balances, receivable } from '../ledger/index.ts';
import type { Connection } from '../platform/database.ts';

const NAIRA = 'NGN';

/** An amount as people read it. Pure. */
export function amountText(asset: string, amount: bigint): string {
  if (asset === NAIRA) return formatNaira(toKobo(amount));
  const known = findLedgerAsset(asset);
  return known === undefined
    ? `${amount} of ${asset}`
    : `${formatUnits(amount, known.decimals)} ${known.currency} on ${networkNameOf(known)}`;
}

/** What a customer owes us, as people read it: naira of a transfer without an order, coins that a chain took back. */
export async function listDebts(connection: Connection, userId: UserId): Promise<string[]> {
  const accounts = [NAIRA, ...[...ASSETS, ...STRAY_ASSETS].map(({ code }) => code)].map((asset) =>
    receivable(userId, asset),
  );
  const amounts = await balances(connection, accounts);
  return accounts.flatMap(({ code, asset }) => {
    const amount = amounts.get(code) ?? 0n;
    return amount > 0n ? [amountText(asset, amount)] : [];
  });
}
