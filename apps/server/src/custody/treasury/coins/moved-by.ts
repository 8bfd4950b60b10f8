import type { NetworkId } from '@kobogate/contract';
import type { Planned } from '@kobogate/plans';
import type { MovedCoins } from './db.ts';
import { nativeOf } from '../describe-moves.ts';
import type { Outcome } from '../treasury-wallet.ts';

/** What a final transaction of ours took from deposit addresses, its fee included; gas that one got is negative. Pure. */
export function movedBy(network: NetworkId, planned: Planned, { isSuccess, fee }: Outcome): MovedCoins[] {
  const native = nativeOf(network);
  if (!('from' in planned)) {
    return planned.inputs
      .filter(({ place }) => place.chain === 0)
      .map(({ place: { address }, amount }) => ({ address, asset: native, amount }));
  }
  const { purpose, asset, amount, from, payee } = planned;
  const payer = 'payer' in planned ? planned.payer : from;
  const moved: MovedCoins[] = payer.chain === 0 ? [{ address: payer.address, asset: native, amount: fee }] : [];
  if (!isSuccess) return moved;
  // What a closed account gives back was never booked as a deposit.
  if (purpose === 'close') return moved;
  if (purpose === 'gas') moved.push({ address: payee, asset, amount: -amount });
  else if (from.chain === 0) moved.push({ address: from.address, asset, amount });
  return moved;
}
