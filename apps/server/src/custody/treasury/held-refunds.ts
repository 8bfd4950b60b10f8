import { checkAddress } from '@kobogate/addresses';
import { type NetworkId, NETWORKS, type RefundId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countFound, listOpenPayees } from '../found/db.ts';

interface Payable {
  readonly id: RefundId;
  readonly asset: string;
  readonly address: string;
}

/** An address in its chain's canonical form; unchanged where it is invalid. Pure. */
export function keyOfAddress(network: NetworkId, address: string): string {
  const { family, name } = NETWORKS[network];
  const checked = checkAddress(family, address, name);
  return 'problem' in checked ? address : checked.addressKey;
}

/**
 * Which of these refunds may have been paid already by a transaction that the books did not know. While one of a
 * network is not booked: all of that network. While one is not explained: those of the same coin to an address that it
 * paid.
 */
export async function maybePaid(
  connection: Connection,
  network: NetworkId,
  refunds: readonly Payable[],
): Promise<ReadonlySet<string>> {
  if (refunds.length === 0) return new Set();
  const { seen } = await countFound(connection, network);
  const payees = await listOpenPayees(connection, network);
  const paid = new Set(payees.map(({ asset, addressKey }) => `${asset} ${addressKey}`));
  return new Set(
    refunds
      .filter(({ asset, address }) => seen > 0 || paid.has(`${asset} ${keyOfAddress(network, address)}`))
      .map(({ id }) => id),
  );
}

/** Why `maybePaid` holds one back, as text for the operator. */
export const MAYBE_PAID =
  'A transaction of yours that the books did not know may have paid it already. It is looked at once its block is final; where the ' +
  'admin’s refunds page lists it then, please say there what it was.';
