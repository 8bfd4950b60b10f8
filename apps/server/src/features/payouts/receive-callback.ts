import { emit } from '../../platform/queue.ts';
import { findPayoutId } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { isReference } from './payout.ts';

/**
 * Takes a callback of a rail: the reference that its adapter read from it, or null. However well it is signed, all that
 * is believed is that it is time to ask; while that question is open, further callbacks add nothing. Always answers,
 * and always the same.
 */
export async function receiveCallback(
  { database }: Pick<PayoutDependencies, 'database'>,
  { rail, reference }: { rail: string; reference: string | null },
): Promise<{ message: string }> {
  if (reference !== null && isReference(reference) && (await findPayoutId(database, rail, reference)) !== null) {
    await database.transaction((tx) =>
      emit(tx, { type: 'payout.callback', payload: { rail, reference }, key: `${rail}:${reference}` }),
    );
  }
  return { message: 'Received' };
}
