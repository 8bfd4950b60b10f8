import { mostPolkadotFee, type PolkadotPlanned } from '@kobogate/plans';
import { EXISTENTIAL_DEPOSIT } from '@kobogate/substrate';
import {
  type DueRefund,
  leastRefund,
  type OwnAddress,
  type SpendingDraft,
  type SpendingWish,
} from '../../../custody/index.ts';
import { placeOf } from '../account-spending.ts';

/** An account of ours in the newest final block. */
export interface OwnAccount {
  readonly address: OwnAddress;
  readonly nonce: number;
  /** What may leave it, in planck. */
  readonly free: bigint;
}

/** The network's current fee, and the runtime that a transfer must be signed for. */
export interface Terms {
  /** Of one transfer, in planck. */
  readonly fee: bigint;
  readonly specVersion: number;
  readonly transactionVersion: number;
}

const ASSET = 'DOT@polkadot';
/** The network sets the fee when it includes a transfer: this much room is left for it to grow. */
export const FEE_ROOM = 2n;
const STAGES = { sweep: 0, refund: 1 } as const;

/**
 * The transfers that empty deposit accounts into the treasury and pay refunds from there. Every account keeps the
 * existential deposit: an account that ends would restart its nonces, and transfers signed for it could be replayed.
 * Pure.
 */
export function draftSpending(accounts: readonly OwnAccount[], terms: Terms, wish: SpendingWish): SpendingDraft {
  const { treasury, refunds, isSweep, reserved = [], sweepTo, leastOf } = wish;
  const fee = terms.fee * FEE_ROOM;
  if (fee > mostPolkadotFee()) {
    return { transactions: [], notes: ['The network asks for more than the key tool signs for. Please wait.'] };
  }
  const notes: string[] = [];
  const own = accounts.find(({ address }) => address.chain === 1);
  const words = { specVersion: terms.specVersion, transactionVersion: terms.transactionVersion, fee, asset: ASSET };
  const swept = (isSweep ? accounts : []).flatMap(({ address, nonce, free }): PolkadotPlanned[] => {
    const amount = free - EXISTENTIAL_DEPOSIT - fee;
    if (address.chain !== 0 || amount <= 0n || amount < leastOf(ASSET)) return [];
    const [purpose, { address: payee }] = ['sweep', sweepTo ?? treasury] as const;
    const payeePlace = sweepTo === undefined ? placeOf(treasury) : null;
    const [stage, from] = [STAGES.sweep, placeOf(address)];
    return [{ kind: 'polkadot', stage, purpose, amount, from, payee, payeePlace, refundId: null, nonce, ...words }];
  });
  const promised = reserved.filter((planned) => planned.kind === 'polkadot').filter(({ from }) => from.chain === 1);
  const taken = new Set(promised.map((planned) => planned.nonce));
  let left =
    (own?.free ?? 0n) -
    EXISTENTIAL_DEPOSIT -
    promised.reduce((sum, planned) => sum + planned.amount + planned.fee, 0n) +
    swept.reduce((sum, { amount }) => sum + amount, 0n);
  let nonce = own?.nonce ?? 0;
  const paid: PolkadotPlanned[] = [];
  for (const refund of refunds) {
    const problem = problemOf(refund, left - fee, treasury);
    if (problem !== null) {
      notes.push(`The refund ${refund.id} is not in the plan: ${problem}`);
      continue;
    }
    const { id: refundId, address: payee, amount } = refund;
    while (taken.has(nonce)) nonce += 1;
    const [purpose, stage, from] = ['refund', STAGES.refund, placeOf(treasury)] as const;
    paid.push({ kind: 'polkadot', stage, purpose, amount, from, payee, payeePlace: null, refundId, nonce, ...words });
    nonce += 1;
    left -= amount + fee;
  }
  return { transactions: [...swept, ...paid], notes };
}

function problemOf({ amount }: DueRefund, there: bigint, treasury: OwnAddress): string | null {
  if (amount < leastRefund(ASSET)) return 'an account can’t hold so little. Decline it.';
  if (amount > there) return `the treasury ${treasury.address} lacks DOT. Sweep first, or put some in.`;
  return null;
}
