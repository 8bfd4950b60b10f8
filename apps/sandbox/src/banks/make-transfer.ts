import { setTimeout as pause } from 'node:timers/promises';
import type { BankWorld, TransferOrder } from './bank-world.ts';
import type { Behaviours } from './behaviour.ts';
import type { Callbacks } from './callbacks.ts';
import type { Statements } from './statement.ts';
import type { Transfer } from './transfer.ts';
import { transferFeeKobo } from './transfer.ts';

const SLOW_ANSWER_MS = 1_000;

/** The state that every provider's protocol works on. */
export interface Banking {
  readonly banks: BankWorld;
  readonly behaviours: Behaviours;
  readonly callbacks: Callbacks;
  readonly statements: Statements;
}

export type Outcome =
  /** The call is never answered. */
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'answered';
      readonly transfer: Transfer;
      readonly as: 'usual' | 'server-error' | 'wrong-envelope';
    };

/** Why a well-formed order can't be carried out, or null. */
export function refusalOf(
  { banks }: Banking,
  { provider, reference, amountKobo }: Pick<TransferOrder, 'provider' | 'reference' | 'amountKobo'>,
): 'duplicate' | 'insufficient' | null {
  if (banks.find(provider, reference) !== undefined) return 'duplicate';
  return banks.float(provider) < amountKobo + transferFeeKobo(amountKobo) ? 'insufficient' : null;
}

/** Carries out a valid order, as the provider behaves now, and says how it is answered. */
export async function makeTransfer({ banks, behaviours, callbacks }: Banking, order: TransferOrder): Promise<Outcome> {
  const behaviour = behaviours.takeForTransfer(order.provider);
  if (behaviour === 'timeout') return { kind: 'silent' };
  // Monnify's envelope is misleading in that it calls a failure a success.
  const isFailure = behaviour === 'wrong-envelope' && order.provider === 'monnify';
  const transfer = banks.accept(order, isFailure ? 'fail' : behaviour);
  callbacks.schedule(transfer);
  if (behaviour === 'timeout-then-success') return { kind: 'silent' };
  if (behaviour === 'slow') await pause(SLOW_ANSWER_MS, undefined, { ref: false });
  const isUsual = behaviour !== 'server-error' && behaviour !== 'wrong-envelope';
  return { kind: 'answered', transfer, as: isUsual ? 'usual' : behaviour };
}
