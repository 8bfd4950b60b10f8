import { type ClaimLoop, createClaimLoop } from '../../platform/claim-loop.ts';
import { claimEndpoints } from '../webhooks/db.ts';
import { DELIVERIES_WRITTEN } from './record-event.ts';
import { sendDeliveries, type SendDependencies } from './send-deliveries.ts';

interface DispatcherOptions extends SendDependencies {
  /** Endpoints served at the same time; 50 by default. */
  readonly concurrency?: number;
  /** How often it polls without being woken; a second by default. */
  readonly pollMs?: number;
  /** How long a crashed sender's endpoints wait for another; must be longer than an attempt can take. */
  readonly leaseMs?: number;
}

/**
 * Sends due deliveries until it is stopped, each endpoint separately: one that hangs takes one place of many, for as
 * long as an attempt may take, and then rests. What is due is in the database, so a restart continues where it stopped.
 * Any number of processes may run it.
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
        // The claim expires, and the endpoint is claimed again.
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
    announcements: [DELIVERIES_WRITTEN],
    pollMs,
    take,
    atWork: () => atWork,
    onFailure: (error) => log.warn({ err: error }, 'due webhooks could not be read'),
  });
  return loop;
}
