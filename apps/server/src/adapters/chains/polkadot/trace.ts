import { polkadotAddress } from '@kobogate/addresses';
import { type EventRecord, fromHex } from '@kobogate/substrate';
import type { Outcome, Traced } from '../../../custody/index.ts';
import { createChanges } from '../changes.ts';
import { garbage } from '../fields.ts';
import { assetsOn } from '../network-assets.ts';
import { findPayers, findPayments } from './payments.ts';

const ASSETS = assetsOn('polkadot');

/**
 * What an extrinsic of a block moved, by the block's events; `uses` is the nonce that it used up. Throws `NodeFault`.
 * Pure.
 */
export function traceAt(
  { place, records }: { readonly place: number; readonly records: readonly EventRecord[] },
  outcome: Outcome,
  uses: readonly string[],
): Traced {
  const native = ASSETS.native ?? garbage('asset');
  const payer = findPayers(records).find(({ extrinsic }) => extrinsic === place) ?? garbage('payer');
  const changes = createChanges();
  changes.add(native, payer.account, -outcome.fee);
  for (const { extrinsic, account, from, token, amount } of findPayments(records)) {
    const asset = token === null ? native : ASSETS.tokens.get(token);
    if (extrinsic !== place || asset === undefined) continue;
    if (from !== null) changes.add(asset, from, -amount);
    changes.add(asset, account, amount);
  }
  return { ...outcome, changes: changes.list((account) => polkadotAddress(fromHex(`0x${account}`)).address), uses };
}
