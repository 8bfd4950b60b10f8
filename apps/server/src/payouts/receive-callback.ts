import { createGroup } from '../platform/group.ts';
import { emitMany, type NewEvent } from '../events.ts';
import { findPayouts } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { isReference } from './payout.ts';

const MOST_AT_ONCE = 100;

/**
 * Receives callbacks of the rails: the rail and the reference that its adapter read, or null. Even a signed callback
 * only means that it is time to ask; while that question is open, further callbacks add nothing. Always gives the same
 * answer. Simultaneous ones share a commit.
 */
export function createCallbackReceiver({ database }: Pick<PayoutDependencies, 'database'>) {
  const group = createGroup<{ rail: string; reference: string }, void>({
    maxItems: MOST_AT_ONCE,
    run: async (callbacks) => {
      const known = await findPayouts(database, callbacks);
      const events = known.map(({ rail, reference }): NewEvent => ({
        type: 'payout.callback',
        payload: { rail, reference },
        key: `${rail}:${reference}`,
      }));
      if (events.length > 0) await database.transaction((tx) => emitMany(tx, events));
      return callbacks.map(() => ({ ok: true, value: undefined }));
    },
  });
  return async ({ rail, reference }: { rail: string; reference: string | null }): Promise<{ message: string }> => {
    if (reference !== null && isReference(reference)) await group.submit({ rail, reference });
    return { message: 'Received' };
  };
}
