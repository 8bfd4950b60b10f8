import { findLedgerAsset, networkNameOf, type UserId } from '@kobogate/contract';
import { formatNaira, formatUnits, toKobo } from '@kobogate/money';
import type { Connection } from '../platform/database.ts';
import { findDebts } from './db.ts';

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
export const listDebts = async (connection: Connection, userId: UserId): Promise<string[]> =>
  (await findDebts(connection, userId)).map(({ asset, amount }) => amountText(asset, amount));
