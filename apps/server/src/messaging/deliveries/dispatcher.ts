import { type ClaimLoop, createClaimLoop } from '../../platform/claim-loop.ts';
import { claimEndpoints } from '../webhooks/db.ts';
import { DELIVERIES_WRITTEN } from './record-event.ts';
import { sendDeliveries, type SendDependencies } from './send-deliveries.ts';

interface DispatcherOptions extends SendDependencies {
  /** Endpoints served at the same time; 50 unless told. */
  readonly concurrency?: number;
  /** How often it looks without being woken; a second unless told. */
  readonly pollMs?: number;
  /** How long a crashed sender's endpoints wait for another; must be longer than an attempt can take. */
  readonly leaseMs?: number;
}

/**
 * Sends what is due, for ever, each endpoint by itself: one that hangs takes one place of many, for as long as an attempt
 * may take, and then rests. What is due stands in the database, so that a restart goes on where it was. Any number may run.
 */
export function createDispatcher(options: DispatcherOptions): ClaimLoop {
  const { database, clock, log, concurrency = 50, pollMs = 1000, leaseMs = 30_000 } = options;
  const atWork = new Set<Promise<void>>();

  async function take(): Promise<number> {
    const limit = concurrency - atWork.size;
    if (limit <= 0) return 0;
    const claimed = await claimEndpoints(database, { limit, leaseMs, now: clock.now() });
    for (const each of claimed) {
      const work = sendDeliveries(options, each)
        // The claim runs out, and it is taken again.
        .catch((error: unknown) => log.warn({ err: error, endpointId: each.endpoint.id }, 'webhooks could not be sent'))
        .finally(() => {
          atWork.delete(work);
          loop.wake();
        });
      atWork.add(work);
    }
    return claimed.length;
  }

  const loop = createClaimLoop({
    database,
    announcement: DELIVERIES_WRITTEN,
    pollMs,
    take,
    atWork: () => atWork,
    onFailure: (error) => log.warn({ err: error }, 'due webhooks could not be read'),
  });
  return loop;
}
