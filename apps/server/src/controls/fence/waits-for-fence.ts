import { PutBack } from '../../platform/queue.ts';
import { isRefusedByFence } from './fence.ts';

/** How long until an event that a fence holds up comes again, where lifting the fence does not bring it forward. */
const FENCE_PAUSE = { leastMs: 5_000, mostMs: 60_000 };

/**
 * A handler whose event is put back while a fence refuses it. A fence may stay for days: events that it holds up have not
 * failed, are not given up, and are brought forward when it is lifted.
 */
export function waitsForFence<Payload>(
  handle: (payload: Payload) => Promise<void>,
): (payload: Payload) => Promise<void> {
  return async (payload) => {
    try {
      await handle(payload);
    } catch (error) {
      throw isRefusedByFence(error) ? new PutBack(error.message, FENCE_PAUSE) : error;
    }
  };
}
